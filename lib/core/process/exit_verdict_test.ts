import { assertEquals } from "@std/assert";
import { exitVerdict } from "./exit_verdict.ts";
import type { ProcessClass, ProcessNode } from "./tree.ts";

const node = (
  pid: number,
  classification: ProcessClass,
  ...children: readonly ProcessNode[]
): ProcessNode => ({ pid, ppid: 0, comm: "x", cmdline: "", classification, children });

const facts = { foreground: [], idleShell: null, sawAgent: false };

Deno.test("exit: an agent anywhere in the tree runs, and the topmost is watched", () => {
  const tree = node(1, "other", node(2, "agent", node(3, "agent")), node(4, "git"));
  assertEquals(exitVerdict({ ...facts, tree, sawAgent: true }), {
    exited: false,
    watch: 2,
    agent: true,
  });
});

Deno.test("exit: an agent that was there is gone, whatever runs in the shell now", () => {
  const tree = node(1, "other", node(5, "git"));
  assertEquals(exitVerdict({ ...facts, tree, sawAgent: true }), { exited: true });
  assertEquals(exitVerdict({ ...facts, tree: null, sawAgent: true }).exited, false);
});

Deno.test("exit: an unknown program has ended when the shell waits for a command", () => {
  const tree = node(1, "other", node(7, "other"));
  assertEquals(exitVerdict({ ...facts, tree, idleShell: "bash" }), { exited: true });
  const running = exitVerdict({ ...facts, tree, foreground: [1, 7] });
  assertEquals(running, { exited: false, watch: 7, agent: false });
  const alone = exitVerdict({ ...facts, tree: node(1, "other"), foreground: [1] });
  assertEquals(alone, { exited: false, watch: null, agent: false });
});
