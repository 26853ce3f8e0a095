import { assert, assertEquals } from "@std/assert";
import type { RecordEvent } from "../core/records/event.ts";
import { decodeRecordMark, encodeRecordMark } from "../core/records/mark.ts";
import { type FakeContext, fakeContext } from "../testing/fake_context.ts";
import type { Tree } from "../testing/fake_files.ts";
import { type FakeProcess, printedProcesses } from "../testing/fake_processes.ts";
import { createTmux } from "../tmux/tmux.ts";
import { findRecord } from "./find.ts";
import type { PaneRecord } from "./pane_record.ts";
import { tableOf } from "./settings.ts";

const CLAUDE: FakeProcess = { pid: 100, argv: ["claude"] };
const HOME = "/home/ann";
const HISTORY = `${HOME}/.claude/history.jsonl`;
const TURNS = `${HOME}/.claude/projects/-work-shop/s1.jsonl`;
const OTHER = `${HOME}/.claude/projects/-work-shop/s2.jsonl`;
const SESSION = `${HOME}/.claude/sessions/100.json`;

const asked = (text: string) =>
  `${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`;
const submitted = (display: string, sessionId = "s1") =>
  `${JSON.stringify({ display, pastedContents: {}, project: "/work/shop", sessionId })}\n`;

const FILES: Tree = {
  [HISTORY]: submitted("old"),
  [TURNS]: asked("old"),
  [OTHER]: asked("other"),
  [SESSION]: JSON.stringify({ pid: 100, sessionId: "s1" }),
};

async function recordOf(
  processes: readonly FakeProcess[],
  files: Tree,
): Promise<{ readonly context: FakeContext; readonly record: PaneRecord | null }> {
  const context = fakeContext({ files });
  context.exec.expect(
    (argv) => argv[0] === "/bin/sh",
    (argv) => printedProcesses(processes, argv.slice(5, 7).join("")),
  );
  const tmux = createTmux(context.exec, null);
  const record = await findRecord(context, { tmux, pane: "%1", panePid: 100 }, tableOf());
  context.exec.verify();
  return { context, record };
}

/** What is read after `change`, as `<source> <kind> <text>`. */
async function since(
  processes: readonly FakeProcess[],
  files: Tree,
  change: (context: FakeContext) => Promise<unknown>,
): Promise<{ readonly events: readonly string[]; readonly gap: boolean } | null> {
  const { context, record } = await recordOf(processes, files);
  if (record === null) return null;
  using _ = record;
  const mark = decodeRecordMark(encodeRecordMark(await record.note()), "since");
  await change(context);
  const { events, gap } = await record.since(mark);
  return { events: events.map(short), gap };
}

const short = ({ source, kind, text }: RecordEvent) => `${source} ${kind} ${text}`.trim();

async function append({ files }: FakeContext, path: string, text: string): Promise<void> {
  const old = files.texts()[path];
  if (old === undefined) return await files.writeAtomic(path, text);
  // The same file, longer.
  files.append(path, text);
}

const both = (text: string) => async (context: FakeContext) => {
  await append(context, HISTORY, submitted(text));
  await append(context, TURNS, asked(text));
};

Deno.test("what was appended is read from both files, and nothing of before", async () => {
  assertEquals(await since([CLAUDE], FILES, both("new")), {
    events: ["history prompt new", "turns turn-started", "turns prompt new"],
    gap: false,
  });
  assertEquals(await since([CLAUDE], FILES, () => Promise.resolve()), { events: [], gap: false });
});

Deno.test("a line that is half written waits, also one that was half written at the mark", async () => {
  const line = asked("slow");
  const half = (context: FakeContext) => append(context, TURNS, line.slice(0, 20));
  assertEquals(await since([CLAUDE], FILES, half), { events: [], gap: false });
  const files = { ...FILES, [TURNS]: asked("old") + line.slice(0, 20) };
  const rest = (context: FakeContext) => append(context, TURNS, line.slice(20));
  assertEquals((await since([CLAUDE], files, rest))?.events, [
    ...["turns turn-started", "turns prompt slow"],
  ]);
});

Deno.test("two panes of one agent in one folder: the file that names the process tells", async () => {
  const rival: FakeProcess = { pid: 200, argv: ["claude"] };
  const change = async (context: FakeContext) => {
    await append(context, HISTORY, submitted("same", "s2") + submitted("same", "s1"));
    await append(context, TURNS, asked("same"));
    await append(context, OTHER, asked("same"));
  };
  assertEquals((await since([CLAUDE, rival], FILES, change))?.events, [
    ...["history prompt same", "turns turn-started", "turns prompt same"],
  ]);
});

Deno.test("where nothing tells whose it is, two that could be it are none", async () => {
  const rival: FakeProcess = { pid: 200, argv: ["claude"] };
  const { [SESSION]: _, ...files } = FILES;
  // The other one's is there first.
  const theirs = async (context: FakeContext) => {
    await append(context, HISTORY, submitted("same", "s2"));
    await append(context, OTHER, asked("same"));
  };
  assertEquals((await since([CLAUDE, rival], files, theirs))?.events, []);
  // Alone, or beside one in another folder or another home, what was appended is the pane's.
  for (
    const other of [[], [{ ...rival, cwd: "/work/else" }], [{
      ...rival,
      variables: { HOME: "/home/bob" },
    }]]
  ) {
    assertEquals((await since([CLAUDE, ...other], files, both("new")))?.events, [
      ...["history prompt new", "turns turn-started", "turns prompt new"],
    ]);
  }
  // One that is in the folder, but two files were written.
  const two = async (context: FakeContext) => {
    await append(context, TURNS, asked("same"));
    await append(context, OTHER, asked("same"));
  };
  assertEquals((await since([CLAUDE], files, two))?.events, []);
});

Deno.test("a file that was cut or replaced is a gap", async () => {
  const cut = ({ files }: FakeContext) => Promise.resolve(files.truncate(TURNS, 3));
  assertEquals(await since([CLAUDE], FILES, cut), { events: [], gap: true });
  const replaced = async ({ files }: FakeContext) => {
    await files.remove(TURNS);
    await files.writeAtomic(TURNS, asked("old") + asked("new"));
  };
  assertEquals(await since([CLAUDE], FILES, replaced), { events: [], gap: true });
});

Deno.test("a file that can't be read, a link, and a format of the future give nothing", async () => {
  const unreadable = async (context: FakeContext) => {
    await both("new")(context);
    for (const path of [HISTORY, TURNS]) context.files.fail(path, new Error("denied"));
  };
  assertEquals((await since([CLAUDE], FILES, unreadable))?.events, []);
  const linked: Tree = {
    ...FILES,
    "/else/s1.jsonl": asked("old"),
    [TURNS]: { link: "/else/s1.jsonl" },
  };
  const behind = (context: FakeContext) => append(context, "/else/s1.jsonl", asked("new"));
  assertEquals((await since([CLAUDE], linked, behind))?.events, []);
  const folder: Tree = {
    [SESSION]: JSON.stringify({ sessionId: "s1" }),
    "/else/s1.jsonl": asked("old"),
    [`${HOME}/.claude/projects/-work-shop`]: { link: "/else" },
  };
  assertEquals((await since([CLAUDE], folder, behind))?.events, []);
  const future = async (context: FakeContext) => {
    await append(context, HISTORY, '{"v":9,"display":{"text":"new"}}\n');
    await append(
      context,
      TURNS,
      '{"type":"user","message":{"content":{"parts":["new"]}}}\nnot JSON\n',
    );
  };
  assertEquals(await since([CLAUDE], FILES, future), { events: [], gap: false });
});

Deno.test("another user's agent, one in a container, and a program that is none have no record", async () => {
  for (
    const process of [
      { ...CLAUDE, user: "1000" },
      { ...CLAUDE, space: "mnt:[2]" },
      { ...CLAUDE, argv: ["ssh", "claude"] },
      { ...CLAUDE, argv: ["vim", "claude.md"] },
    ]
  ) assertEquals((await recordOf([process], FILES)).record, null);
});

Deno.test("the folder that a variable of the process names is the one that is read", async () => {
  const elsewhere = { ...CLAUDE, variables: { CLAUDE_CONFIG_DIR: "/cfg" } };
  const files: Tree = { "/cfg/projects/-work-shop/s1.jsonl": asked("old"), ...FILES };
  const change = async (context: FakeContext) => {
    await both("wrong")(context);
    await append(context, "/cfg/projects/-work-shop/s1.jsonl", asked("right"));
  };
  assertEquals((await since([elsewhere], files, change))?.events, [
    ...["turns turn-started", "turns prompt right"],
  ]);
});

Deno.test("the last events are those of the session, and none where two could be it", async () => {
  const { record } = await recordOf([CLAUDE], FILES);
  const last = await record?.last(() => true);
  assertEquals(last?.map(short), ["turns turn-started", "turns prompt old"]);
  const { [SESSION]: _, ...files } = FILES;
  const unsure = await recordOf([CLAUDE, { pid: 200, argv: ["claude"] }], files);
  assert(unsure.record !== null);
  assertEquals(await unsure.record.last(() => true), null);
});

Deno.test("a history that is written anew, with the newest first", async () => {
  const copilot: FakeProcess = { pid: 100, argv: ["copilot"] };
  const path = `${HOME}/.copilot/command-history-state.json`;
  const text = (...list: readonly string[]) => JSON.stringify({ commandHistory: list });
  const change = ({ files }: FakeContext) => files.writeAtomic(path, text("c", "b", "a"));
  assertEquals((await since([copilot], { [path]: text("b", "a") }, change))?.events, [
    "history prompt c",
  ]);
});
