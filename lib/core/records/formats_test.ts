/**
 * What real programs wrote, read: `recordings/<format>.txt` are their files, with long texts cut and
 * paths replaced. Each was given the same: two prompts, the second with a tool, `/help`, and a
 * prompt in the middle of the next one's turn.
 */

import { assertEquals } from "@std/assert";
import { eventOf, type RecordEvent, tidy } from "./event.ts";
import { parsed } from "./json.ts";
import { RECORD_FORMATS } from "./known_records.ts";

function recorded(name: string): readonly RecordEvent[] {
  const format = RECORD_FORMATS[name];
  if (format === undefined) throw new Error(`no format ${name}`);
  const text = Deno.readTextFileSync(new URL(`recordings/${name}.txt`, import.meta.url));
  const values = format.layout === "lines"
    ? text.trimEnd().split("\n").map(parsed)
    : format.entries?.((format.text ?? parsed)(text)) ?? [];
  return tidy(
    values.flatMap((value) => format.read(value).map((line) => eventOf(line, format.source))),
  );
}

const short = ({ kind, text }: RecordEvent) => text === "" ? kind : `${kind} ${text}`;

const TABS = "first zebra alpha; two  spaces\n\ttabbed line";
const BLANKS = "first zebra alpha; two  spaces\n    tabbed line";
const TOOL = "second zebra [[tool=bash:echo tool-zebra]] beta é";
const SLOW = "[[delay=5000]] third zebra gamma";
const LATE = "fourth queued zebra delta";
/** It took `/help` for more of the text. */
const JOINED = `${SLOW}/help`;

const HISTORIES: Readonly<Record<string, readonly string[]>> = {
  "claude-history": [BLANKS, TOOL, "/help", SLOW, LATE],
  "codex-history": [TABS, TOOL, JOINED, LATE],
  "kimi-history": [BLANKS, TOOL, "/help", SLOW, LATE],
  "gemini-logs": [TABS, TOOL, "/help", SLOW, LATE],
  "copilot-history": [BLANKS, TOOL, "/help", SLOW, LATE],
  "opencode-history": [`${TABS}  `, TOOL, SLOW, LATE],
};

for (const [name, texts] of Object.entries(HISTORIES)) {
  Deno.test(`${name}: what was submitted, a command of its own as well`, () => {
    assertEquals(recorded(name).map(short), texts.map((text) => `prompt ${text}`));
    assertEquals(new Set(recorded(name).map(({ source }) => source)), new Set(["history"]));
  });
}

function turn(prompt: string, answer: string, tool?: string): readonly string[] {
  return [
    ...["turn-started", `prompt ${prompt}`, ...(tool === undefined ? [] : [`tool ${tool}`])],
    ...[`message ${answer}`, "turn-ended"],
  ];
}

const WITH_TABS = "PONG[first zebra alpha; two  spaces\\n\\ttabbed line] len=43 sha=3eeae91c";
const WITH_BLANKS = "PONG[first zebra alpha; two  spaces\\n    tabbed line] len=46 sha=625cfbc7";
const OF_TOOL = "PONG[second zebra [[tool=bash:echo tool-zebra]] beta é] len=49 sha=9b00fdd7";
const OF_SLOW = "PONG[[[delay=5000]] third zebra gamma] len=32 sha=f021a20d";
const OF_LATE = "PONG[fourth queued zebra delta] len=25 sha=45693add";

const TURNS: Readonly<Record<string, readonly string[]>> = {
  "claude-session": [
    ...turn(BLANKS, WITH_BLANKS),
    ...turn(TOOL, OF_TOOL, "Bash"),
    ...["turn-started", `prompt ${SLOW}`, `queued ${LATE}`],
    "message PONG[<command-name>/help</command-name>\\n            <command-mess] len=129 sha=53c453f4",
    ...["turn-ended", ...turn(LATE, OF_LATE)],
  ],
  "codex-rollout": [
    ...turn(TABS, WITH_TABS),
    ...turn(TOOL, OF_TOOL, "exec_command"),
    // It stops the turn, and asks with both.
    ...["turn-started", `prompt ${JOINED}`, `prompt ${LATE}`, `message ${OF_LATE}`, "turn-ended"],
  ],
  "kimi-wire": [
    ...turn(BLANKS, WITH_BLANKS),
    ...turn(TOOL, OF_TOOL, "Bash"),
    ...turn(SLOW, OF_SLOW),
    ...turn(LATE, OF_LATE),
  ],
  "gemini-chat": [
    ...turn(TABS, WITH_TABS),
    ...turn(TOOL, OF_TOOL, "run_shell_command"),
    ...turn(SLOW, OF_SLOW),
    ...turn(LATE, OF_LATE),
  ],
  "qwen-chat": [
    ...turn(TABS, WITH_TABS),
    ...turn(TOOL, OF_TOOL, "run_shell_command"),
    ...turn(SLOW, OF_SLOW),
    ...turn(LATE, OF_LATE),
  ],
  "pi-session": [
    ...turn(BLANKS, WITH_BLANKS),
    ...turn(TOOL, OF_TOOL, "bash"),
    // It has no such command, and Escape ended the turn.
    ...["turn-started", "prompt /help", "turn-ended"],
    ...turn(SLOW, OF_SLOW),
    ...turn(LATE, OF_LATE),
  ],
  "copilot-events": [
    ...turn(BLANKS, WITH_BLANKS),
    ...turn(TOOL, OF_TOOL, "bash"),
    ...turn(SLOW, OF_SLOW),
    ...turn(LATE, OF_LATE),
  ],
};

for (const [name, events] of Object.entries(TURNS)) {
  Deno.test(`${name}: turns, their tools and answers`, () => {
    assertEquals(recorded(name).map(short), events);
    const times = recorded(name).map(({ time }) => new Date(time ?? 0).getUTCFullYear());
    assertEquals(new Set(times), new Set([2026]));
  });
}

Deno.test("lines that aren't known are passed over by every format", () => {
  const strange = [
    ...[null, 1, "text", [], {}, { type: "prompt" }, undefined, [[{}]]],
    { type: "user", message: { content: { text: "x" } }, content: 7, display: {}, text: null },
    { type: "event_msg", payload: { type: "item_completed", item: [] } },
    { type: "user.message", data: [] },
  ];
  for (const [name, format] of Object.entries(RECORD_FORMATS)) {
    if (name === "copilot-history") continue;
    for (const value of strange) assertEquals(format.read(value), [], name);
  }
});

Deno.test("a paste that stands in a history by a word is its text, or nothing", () => {
  const claude = RECORD_FORMATS["claude-history"];
  const display = "before [Pasted text #1 +3 lines] after";
  const pastedContents = { "1": { id: 1, type: "text", content: "a\nb $& \n c" } };
  assertEquals(claude?.read({ display, pastedContents })[0]?.text, "before a\nb $& \n c after");
  assertEquals(claude?.read({ display, pastedContents: { "1": { contentHash: "x" } } }), []);
  const opencode = RECORD_FORMATS["opencode-history"];
  const part = { type: "text", text: "a\nb", source: { text: { value: "[Pasted ~3 lines]" } } };
  const input = "[Pasted ~3 lines] ";
  assertEquals(opencode?.read({ input, parts: [part], mode: "normal" })[0]?.text, "a\nb ");
  assertEquals(opencode?.read({ input, parts: [{ type: "file" }], mode: "normal" }), []);
});
