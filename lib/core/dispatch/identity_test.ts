import { assertEquals } from "@std/assert";
import { isRecordedPane, isRecordedProcess, workerMark } from "./identity.ts";
import type { HeadlessRecord, PaneRecord } from "./record.ts";

const MARK = workerMark("ab12", "apply");
const START = "2026-09-02T10:00:00Z";
const RECORD: HeadlessRecord = {
  mode: "headless",
  spawnCmd: "worker",
  startedAt: START,
  pid: 4711,
  pgid: 4711,
  timeout: null,
};
const OURS = {
  pgid: 4711,
  zombie: false,
  commandLine: "sh\0-c\0…\0fab-dispatch\0/repo/.fab-dispatch/ab12/apply.exit\0",
  startedAtMs: Date.parse(START),
};
const OTHER = { ...OURS, commandLine: ["sleep", "300", ""].join("\0") };

Deno.test("identity: the wrapper is known by its exit file, whatever the clock says", () => {
  const about = { mark: MARK, logged: true };
  assertEquals(isRecordedProcess(RECORD, OURS, about), true);
  assertEquals(isRecordedProcess(RECORD, { ...OURS, startedAtMs: 0 }, about), true);
  assertEquals(isRecordedProcess(RECORD, { ...OURS, startedAtMs: null }, about), true);
});

Deno.test("identity: a process that got the recorded pid is not the worker", () => {
  const about = { mark: MARK, logged: true };
  assertEquals(isRecordedProcess(RECORD, OTHER, about), false);
  assertEquals(isRecordedProcess(RECORD, null, about), false);
  assertEquals(isRecordedProcess(RECORD, { ...OURS, zombie: true }, about), false);
  const review = { ...OURS, commandLine: OURS.commandLine.replace("apply", "review") };
  assertEquals(isRecordedProcess(RECORD, review, about), false);
});

Deno.test("identity: another program's launch is known by when it began", () => {
  const about = { mark: MARK, logged: false };
  const late = { ...OTHER, startedAtMs: OTHER.startedAtMs + 3600_000 };
  assertEquals(isRecordedProcess(RECORD, OTHER, about), true);
  assertEquals(isRecordedProcess(RECORD, late, about), false);
  assertEquals(isRecordedProcess(RECORD, { ...OTHER, startedAtMs: null }, about), false);
  assertEquals(isRecordedProcess({ ...RECORD, startedAt: "" }, OTHER, about), false);
});

Deno.test("identity: a pane is the recorded one while its process is", () => {
  const record: PaneRecord = {
    mode: "pane",
    spawnCmd: "worker",
    startedAt: START,
    pane: "%3",
    window: null,
    server: null,
    socket: null,
    panePid: 4711,
    delivered: false,
  };
  assertEquals(isRecordedPane(record, { panePid: 4711, dead: false }), true);
  assertEquals(isRecordedPane(record, { panePid: 4712, dead: false }), false);
  assertEquals(isRecordedPane(record, { panePid: 4711, dead: true }), false);
  assertEquals(isRecordedPane(record, null), false);
  assertEquals(isRecordedPane({ ...record, panePid: null }, { panePid: 1, dead: false }), true);
  assertEquals(isRecordedPane(record, { panePid: null, dead: false }), true);
});
