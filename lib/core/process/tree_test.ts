import { assertEquals } from "@std/assert";
import { parsePsRows, type ProcessRow } from "./table.ts";
import { classify, hasAgent, type ProcessNode, processTree } from "./tree.ts";

const agents = new Set(["claude", "codex"]);
const row = (pid: number, ppid: number, line: string, more: Partial<ProcessRow> = {}) => ({
  pid,
  ppid,
  pgrp: pid,
  tpgid: pid,
  comm: line.split(" ")[0]!.slice(0, 15),
  argv: line.split(" "),
  zombie: false,
  life: "",
  wait: "",
  ...more,
});

/** A tree as nested lists: readable in a comparison. */
function shape(node: ProcessNode | null): unknown {
  return node === null ? null : [`${node.pid} ${node.classification}`, ...node.children.map(shape)];
}

Deno.test("process tree: a wrapped agent with children, other processes left out", () => {
  const rows = [
    row(1, 0, "init"),
    row(30, 20, "git status"),
    row(10, 1, "sh -c claude; exec $SHELL"),
    row(20, 10, "claude"),
    row(31, 20, "node /mcp.js"),
    row(40, 1, "codex"),
  ];
  const tree = processTree(rows, 10, agents);
  assertEquals(shape(tree), ["10 other", ["20 agent", ["30 git"], ["31 node"]]]);
  assertEquals(tree === null ? null : hasAgent(tree), true);
});

Deno.test("process tree: what has ended is left out, with what hung on it", () => {
  const rows = [
    row(10, 1, "bash"),
    row(20, 10, "claude", { zombie: true, argv: [] }),
    row(30, 20, "node x"),
    row(50, 49, "claude"),
  ];
  const tree = processTree(rows, 10, agents);
  assertEquals(shape(tree), ["10 other"]);
  assertEquals(tree === null ? null : hasAgent(tree), false);
  assertEquals(processTree(rows, 99, agents), null);
  assertEquals(processTree(rows, 20, agents), null);
  assertEquals(processTree([], 1, agents), null);
});

Deno.test("process tree: parents in a circle and a process twice end all the same", () => {
  const rows = [row(10, 11, "a"), row(11, 10, "b"), row(11, 10, "b"), row(12, 12, "c")];
  assertEquals(shape(processTree(rows, 10, agents)), ["10 other", ["11 other"]]);
  assertEquals(shape(processTree(rows, 12, agents)), ["12 other"]);
});

Deno.test("process tree: arguments that can't be read leave the name", () => {
  const tree = processTree([row(10, 1, "x", { comm: "claude", argv: [] })], 10, agents);
  assertEquals(tree?.cmdline, "");
  assertEquals(tree?.classification, "agent");
});

Deno.test("process tree: macOS's ps through the same builder", () => {
  const table = `  501   499   501    777 Ss   -zsh
  777   501   777    777 S+   node
  778   777   777    777 S+   /usr/bin/git
  779   777   777    777 Z+   (node)
    1     0     1      0 Ss   /sbin/launchd
`;
  const commands = `  501 -zsh
  777 node /opt/homebrew/lib/node_modules/@openai/codex/bin/codex.js
  778 /usr/bin/git status --porcelain
`;
  const tree = processTree(parsePsRows(table, commands), 501, agents);
  assertEquals(shape(tree), ["501 other", ["777 agent", ["778 git"]]]);
  assertEquals(tree?.children[0]?.cmdline.startsWith("node /opt/homebrew/"), true);
});

Deno.test("classification: node, git and gh by name or by program", () => {
  assertEquals(classify(row(1, 0, "/usr/bin/node x.js"), agents), "node");
  assertEquals(
    classify(row(1, 0, "x", { comm: "MainThread", argv: ["node", "x.js"] }), agents),
    "node",
  );
  assertEquals(classify(row(1, 0, "/usr/bin/gh pr view"), agents), "git");
  assertEquals(classify(row(1, 0, "git-remote-https origin"), agents), "git");
  assertEquals(classify(row(1, 0, "gitk"), agents), "other");
  assertEquals(classify(row(1, 0, "ghostty"), agents), "other");
});
