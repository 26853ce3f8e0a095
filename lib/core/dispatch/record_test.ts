import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "@std/yaml";
import {
  type DispatchRecord,
  type PaneRecord,
  parseRecord,
  RecordError,
  renderRecord,
} from "./record.ts";

const HEADLESS: DispatchRecord = {
  mode: "headless",
  spawnCmd: "worker",
  startedAt: "2026-09-02T10:00:00Z",
  pid: 4711,
  pgid: 4711,
  timeout: null,
};

const SERVER = { server: "work", socket: "/tmp/tmux-0/work" };
const PANE: PaneRecord = {
  mode: "pane",
  spawnCmd: "worker",
  startedAt: "2026-09-02T10:00:00Z",
  pane: "%3",
  window: "fab-ab12-apply",
  server: null,
  socket: null,
  panePid: 4711,
  delivered: false,
};

Deno.test("record: what was written is read back, whatever is in the command", () => {
  const commands = [
    "claude -p --model {x}",
    `sh -c 'agy -p "$(cat)"' # not a comment`,
    "a: b",
    "- x",
    "%3",
    "true",
    "010",
    "two\nlines",
    "  spaces  ",
    "tab\there",
    'it\'s "quoted" \\ and $(so) on',
    "漢字 🙂",
    "x ".repeat(400).trim(),
  ];
  for (const spawnCmd of commands) {
    for (
      const record of [
        { ...HEADLESS, spawnCmd },
        { ...HEADLESS, spawnCmd, timeout: 1.5 },
        { ...PANE, spawnCmd },
        { ...PANE, spawnCmd, server: "010", delivered: true },
        { ...PANE, spawnCmd, window: null, panePid: null },
      ]
    ) {
      assertEquals(parseRecord(renderRecord(record)), record);
    }
  }
});

Deno.test("record: only the documented keys, absent ones left out, plain YAML types", () => {
  assertEquals(parse(renderRecord(HEADLESS)), {
    spawn_cmd: "worker",
    started_at: "2026-09-02T10:00:00Z",
    pid: 4711,
    pgid: 4711,
  });
  assertEquals(parse(renderRecord({ ...PANE, ...SERVER, delivered: true })), {
    spawn_cmd: "worker",
    started_at: "2026-09-02T10:00:00Z",
    pane: "%3",
    window: "fab-ab12-apply",
    server: "work",
    socket: "/tmp/tmux-0/work",
    pane_pid: 4711,
    delivered: true,
  });
  assert(!renderRecord(PANE).includes("delivered"));
});

Deno.test("record: one written by hand is read", () => {
  assertEquals(
    parseRecord(
      "\uFEFF# by hand\r\npane: %17\r\nserver: 5\r\ndelivered: True\r\nlater: {kept: no}\r\n",
    ),
    {
      mode: "pane",
      spawnCmd: "",
      startedAt: "",
      pane: "%17",
      window: null,
      server: "5",
      socket: null,
      panePid: null,
      delivered: true,
    },
  );
  assertEquals(parseRecord("pid: 99\nstarted_at: 2026-09-02T10:00:00Z\ntimeout: 0\nserver: ''\n"), {
    mode: "headless",
    spawnCmd: "",
    startedAt: "2026-09-02T10:00:00Z",
    pid: 99,
    pgid: 99,
    timeout: null,
  });
});

Deno.test("record: a wrong one is an error that names the key", () => {
  const table: [string, string][] = [
    ["", "no mapping"],
    ["- pid: 3", "no mapping"],
    ["started_at: x", "neither pane nor pid"],
    ["pid: 0", "pid is '0'"],
    ["pid: 1", "pid is '1'"],
    ["pid: -5", "pid is '-5'"],
    ["pid: {a: b}", "pid is no plain value"],
    ["pid: 7\npgid: all", "pgid is 'all'"],
    ["pid: 7\ntimeout: soon", "timeout is 'soon'"],
    ["pane: main", "pane is 'main'"],
    ["pane: '%3'\ndelivered: maybe", "delivered is 'maybe'"],
    ["pane: '%3'\npane_pid: x", "pane_pid is 'x'"],
    ["pid: [", "no valid YAML"],
    ["pid: 5\npid: 6", "duplicated key"],
  ];
  for (const [text, message] of table) {
    const error = assertThrows(() => parseRecord(text), RecordError);
    assertStringIncludes(error.message, message);
    assert(!error.message.includes("\n"), error.message);
  }
});
