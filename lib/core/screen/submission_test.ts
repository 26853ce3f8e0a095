import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { findEcho, scrolledEcho, tailEcho } from "./echo.ts";
import { type EmptyInput, emptyInput, findSentinel } from "./input_line.ts";
import { payloadOf } from "../message/payload.ts";
import { SENTINEL } from "./readiness.ts";
import { freeMarker, judgeMarker, type Marker, standsAlone, standsInFront } from "./marker.ts";
import { inSight, judgeSubmission, type Submission } from "./submission.ts";

/** An agent's screens with what its input holds. */
type Draw = (held: string, above?: readonly string[], below?: readonly string[]) => string[];

const ruled: Draw = (held, above = [], below = []) => [
  ...["agent 1.0", ...above, "──────────────────────────────"],
  ...held.split("\n").map((line, row) => (row === 0 ? "❯ " : "  ") + line),
  ...["──────────────────────────────", ...below, "  ? for shortcuts"],
];
const line: Draw = (held, above = [], below = []) => [
  ...["repl 1.0", ...above, ...held.split("\n").map((row, at) => at === 0 ? `> ${row}` : row)],
  ...below,
];
const bare: Draw = (held, above = [], below = []) => [
  ...["agent 1.0", ...above, ""],
  ...held.split("\n").map((row) => `┃ ${row}`),
  ...["", ...below, "ctrl+p commands"],
];
const hinted: Draw = (held, above = [], below = []) => [
  ...["agent 1.0", ...above, "", `› ${held === "▮" ? "▮Ask anything" : held}`, ""],
  ...[...below, "100% left"],
];

interface Case {
  readonly name: string;
  readonly draw: Draw;
  readonly text: string;
  /** What the input shows of the text; default: the text and the cursor. */
  readonly held?: string;
  readonly above?: readonly string[];
  readonly now: readonly string[];
  readonly word: Submission;
}

const T = "fix it now";

const CASES: readonly Case[] = [
  { name: "still there", draw: ruled, text: T, now: ruled(`${T}▮`), word: "held" },
  {
    name: "gone to the transcript",
    draw: ruled,
    text: T,
    now: ruled("▮", [`❯ ${T}`]),
    word: "submitted",
  },
  {
    name: "a completion took a part's place, in an input without a prompt",
    draw: bare,
    text: "explain @foo",
    now: bare("explain @lib/foo.ts ▮"),
    word: "unclear",
  },
  { name: "gone altogether, no prompt", draw: bare, text: T, now: bare("▮"), word: "submitted" },
  { name: "gone altogether", draw: ruled, text: T, now: ruled("▮"), word: "submitted" },
  { name: "a blank screen tells nothing", draw: ruled, text: T, now: ["", ""], word: "unclear" },
  { name: "a clock ticks", draw: ruled, text: T, now: ruled(`${T}▮`, [], ["12:01"]), word: "held" },
  {
    name: "a popup opens below it",
    draw: ruled,
    text: "/help",
    now: ruled("/help▮", [], ["  /help     Show help", "  /helpers  More"]),
    word: "unclear",
  },
  {
    name: "a popup opens below it, and the cursor is nowhere near",
    draw: ruled,
    text: "/help",
    held: "/help",
    now: [...ruled("/help", [], ["  /model    Choose", "  /memory  More"]), "▮"],
    word: "held",
  },
  {
    name: "a popup's choice replaced it",
    draw: ruled,
    text: "see @fi",
    now: ruled("see @file.ts ▮"),
    word: "changed",
  },
  {
    name: "a line break was made of the key",
    draw: ruled,
    text: T,
    now: ruled(`${T}\n▮`),
    word: "held",
  },
  {
    name: "more stands behind it",
    draw: ruled,
    text: T,
    now: ruled(`${T} please▮`),
    word: "changed",
  },
  {
    name: "shown twice, and not cleared away yet",
    draw: ruled,
    text: T,
    now: ruled(`${T}▮`, [`❯ ${T}`]),
    word: "unclear",
  },
  {
    name: "a new hint, the text in the transcript",
    draw: hinted,
    text: T,
    now: hinted("▮Try another thing", [`› ${T}`]),
    word: "submitted",
  },
  {
    name: "a new hint, a short text somewhere in a notice",
    draw: hinted,
    text: "y",
    now: hinted("▮Try it", ["yes, ready"]),
    word: "unclear",
  },
  { name: "the old hint", draw: hinted, text: T, now: hinted("▮"), word: "submitted" },
  {
    name: "a new hint, the text nowhere",
    draw: hinted,
    text: T,
    now: hinted("▮Try it"),
    word: "unclear",
  },
  {
    name: "it was in the transcript already, and is held",
    draw: ruled,
    text: T,
    above: [`❯ ${T}`],
    now: ruled(`${T}▮`, [`❯ ${T}`]),
    word: "held",
  },
  {
    name: "the text comes queued below",
    draw: ruled,
    text: T,
    now: ruled("▮", [], [`  queued: ${T}`]),
    word: "submitted",
  },
  {
    name: "the prompt is gone, the text stands elsewhere",
    draw: ruled,
    text: T,
    now: ["agent 1.0", `  you: ${T}`, "", "thinking…"],
    word: "submitted",
  },
  {
    name: "the prompt is gone, the text stands behind another one",
    draw: line,
    text: T,
    now: ["repl 1.0", `(busy) > ${T}▮`],
    word: "submitted",
  },
  {
    name: "a line editor prompts again",
    draw: line,
    text: T,
    now: ["repl 1.0", `> ${T}`, "done", "> ▮"],
    word: "submitted",
  },
  {
    name: "a line editor that works, its output below",
    draw: line,
    text: T,
    now: ["repl 1.0", `> ${T}`, "working", "▮"],
    word: "submitted",
  },
  {
    name: "a line editor whose cursor went down, nothing below yet",
    draw: line,
    text: T,
    now: ["repl 1.0", `> ${T}`, "▮"],
    word: "held",
  },
  {
    name: "a new line of the same input, with a prompt of its own",
    draw: line,
    text: T,
    now: ["repl 1.0", `> ${T}`, "... ▮"],
    word: "held",
  },
  {
    name: "the same with words, and a hint below",
    draw: line,
    text: T,
    now: ["repl 1.0", `> ${T}`, "more> ▮", "M-Enter submits"],
    word: "held",
  },
  {
    name: "a line editor shows completions below and keeps the text",
    draw: line,
    text: T,
    now: ["repl 1.0", `> ${T}▮`, "now  nowhere"],
    word: "held",
  },
  {
    name: "no prompt: still there",
    draw: bare,
    text: T,
    now: bare(`${T}▮`),
    word: "held",
  },
  {
    name: "no prompt: gone",
    draw: bare,
    text: T,
    now: bare("▮"),
    word: "submitted",
  },
  {
    name: "no prompt: twice, and not cleared away yet",
    draw: bare,
    text: T,
    now: bare(`${T}▮`, [`┃ ${T}`]),
    word: "unclear",
  },
  {
    name: "no prompt: a popup offers it, the cursor parked",
    draw: bare,
    text: T,
    held: T,
    now: [...bare(T, [], [`  ${T}  a command`]), "▮"],
    word: "unclear",
  },
  {
    name: "no prompt: twice, neither in the input",
    draw: bare,
    text: T,
    now: [`title: ${T}`, `  you: ${T}`, "┃ ▮", "ctrl+p commands"],
    word: "submitted",
  },
  {
    name: "no prompt: moved up, the input empty",
    draw: bare,
    text: T,
    now: bare("▮", [`  ${T}`, "  thinking"]),
    word: "submitted",
  },
  {
    name: "no prompt: a notice below, the cursor behind it",
    draw: bare,
    text: T,
    now: bare(`${T}▮`, [], ["a notice", "another"]),
    word: "held",
  },
  {
    name: "no prompt: a notice below, the cursor parked",
    draw: bare,
    text: T,
    held: T,
    now: [...bare(T, [], ["a notice", "another"]), "▮"],
    word: "held",
  },
  {
    name: "wide pictures before the cursor, a popup below",
    draw: ruled,
    text: "✅✅✅ 👨\u200d👩\u200d👧 ok",
    now: ruled("✅✅✅ 👨\u200d👩\u200d👧 ok", [], ["  a popup"]),
    word: "held",
  },
];

function learned(
  draw: Draw,
  above: readonly string[],
): { baseline: ReturnType<typeof screen>; input: EmptyInput } {
  const baseline = screen(draw("▮", above));
  const found = findSentinel(baseline, screen(draw(`${SENTINEL}▮`, above)));
  if (found === null) throw new Error("no sentinel");
  return { baseline, input: emptyInput(found, baseline) };
}

for (const { name, draw, text, held, above = [], now, word } of CASES) {
  Deno.test(`after the key: ${name}`, () => {
    const { baseline, input } = learned(draw, above);
    const echoed = screen(draw(held ?? `${text}▮`, above));
    const echo = findEcho(payloadOf(text), { baseline, now: echoed, input });
    if (echo === null) throw new Error("no echo");
    assertEquals(judgeSubmission(echo, input, { baseline, echoed, now: screen(now) }), word);
  });
}

Deno.test("after the key: what a placeholder stands for", () => {
  const { baseline, input } = learned(ruled, []);
  const mark = "[Pasted text #1 +3 lines]";
  const echoed = screen(ruled(`${mark}▮`));
  const echo = findEcho(payloadOf("a\nb\nc\nd"), { baseline, now: echoed, input });
  if (echo === null) throw new Error("no echo");
  const judge = (rows: string[]) =>
    judgeSubmission(echo, input, { baseline, echoed, now: screen(rows) });
  assertEquals(judge(ruled(`${mark}▮`)), "held");
  assertEquals(judge(ruled(`${mark}▮`, [], ["a notice"])), "held");
  assertEquals(judge(ruled(`${mark}\n▮`)), "held");
  assertEquals(judge(ruled("▮", ["❯ a", "  b", "  c", "  d"])), "submitted");
  assertEquals(judge(ruled("▮", [`❯ ${mark}`])), "submitted");
});

Deno.test("after the key: the end of a text in a box that scrolls", () => {
  const text = "please look at every file of this project and tell what each of them is for";
  const { baseline, input } = learned(ruled, []);
  const rows = [
    "agent 1.0",
    "────────",
    "  project and tell",
    "  what each of them is for▮",
    "────────",
  ];
  const echoed = screen(rows, 28);
  const shown = scrolledEcho(text, { baseline, now: echoed, input });
  if (shown === null) throw new Error("no echo");
  assertEquals([shown.rows, shown.whole], [2, false]);
  const echo = tailEcho(shown, "whole");
  const judge = (now: string[]) =>
    judgeSubmission(echo, input, { baseline, echoed, now: screen(now, 28) });
  assertEquals(judge(rows), "unclear");
  assertEquals(judge(["agent 1.0", "", "", ""]), "unclear");
  assertEquals(judge(ruled("▮", ["❯ please look at every file of"])), "submitted");
  assertEquals(judge(ruled("▮")), "submitted");
});

Deno.test("after the key: a question over the input, and what else is in its place", () => {
  const seenWith = (text: string) => {
    const { baseline, input } = learned(ruled, []);
    const echoed = screen(ruled(`${text}▮`));
    const echo = findEcho(payloadOf(text), { baseline, now: echoed, input });
    if (echo === null) throw new Error("no echo");
    return (rows: string[]) => {
      const screens = { baseline, echoed, now: screen(rows) };
      return [judgeSubmission(echo, input, screens), inSight(echo, input, screens)];
    };
  };
  const seen = seenWith("fix the tests");
  assertEquals(seen(["Switch the model?", "  [a]lways  [b]ack"]), ["hidden", "nothing"]);
  assertEquals(seen(["Proceed?", "❯ 1. Yes", "  2. No"]), ["unclear", "input"]);
  assertEquals(seen(ruled('▮Try "fix it"')), ["unclear", "input"]);
  assertEquals(seen(ruled("fix the tests▮")), ["held", "text"]);
  assertEquals(seen(ruled("fix the testssuite▮")), ["changed", "text"]);
  // A letter is in every question.
  assertEquals(seenWith("a")(["Switch the model?", "  [a]lways  [b]ack"]), ["hidden", "nothing"]);
  assertEquals(seenWith("a")(ruled("a▮")), ["held", "text"]);
});

Deno.test("a character in front of what the input held", () => {
  const { input } = learned(ruled, []);
  const inFront = (old: string, now: string) =>
    standsInFront({ before: screen(ruled(old)), now: screen(ruled(now)) }, input, "-");
  assertEquals(inFront("/help", "-▮/help"), true);
  assertEquals(inFront("/help", "/help-▮"), false);
  assertEquals(inFront("/help", "/help"), false);
  assertEquals(inFront("/compact the notes", "-▮/compact the"), true, "the last word wrapped");
  assertEquals(inFront("/compact", "-▮"), false, "it stands alone");
});

Deno.test("a character that stands alone behind the prompt", () => {
  const { input } = learned(ruled, []);
  assertEquals(standsAlone(screen(ruled("-▮")), input, "-"), true);
  assertEquals(standsAlone(screen(ruled("x-▮")), input, "-"), false);
  assertEquals(standsAlone(screen(["Proceed?", "❯ 1. Yes -"]), input, "-"), false);
  assertEquals(standsAlone(screen(["Proceed?"]), input, "-"), false);
});

interface MarkerCase {
  readonly name: string;
  readonly draw: Draw;
  readonly text: string;
  readonly now: readonly string[];
  readonly word: Marker;
}

const M = "=FAB=";
const MARKERS: readonly MarkerCase[] = [
  { name: "directly behind", draw: ruled, text: T, now: ruled(`${T}${M}▮`), word: "held" },
  {
    name: "in an empty input",
    draw: ruled,
    text: T,
    now: ruled(`${M}▮`, [`❯ ${T}`]),
    word: "submitted",
  },
  {
    name: "in an empty input, text nowhere",
    draw: ruled,
    text: T,
    now: ruled(`${M}▮`),
    word: "submitted",
  },
  { name: "not shown", draw: ruled, text: T, now: ruled(`${T}▮`), word: "unclear" },
  { name: "behind a line break", draw: ruled, text: T, now: ruled(`${T}\n${M}▮`), word: "spaced" },
  { name: "behind a space", draw: ruled, text: T, now: ruled(`${T} ${M}▮`), word: "spaced" },
  {
    name: "behind the text's own last space",
    draw: ruled,
    text: `${T} `,
    now: ruled(`${T} ${M}▮`),
    word: "held",
  },
  {
    name: "wrapped because the row is full",
    draw: ruled,
    text: "x".repeat(28),
    now: ruled(`${"x".repeat(28)}\n${M}▮`),
    word: "held",
  },
  {
    name: "before the text that was put back",
    draw: ruled,
    text: T,
    now: ruled(`${M}▮${T}`),
    word: "returned",
  },
  {
    name: "behind a completed text",
    draw: ruled,
    text: "see @fi",
    now: ruled(`see @file.ts ${M}▮`),
    word: "changed",
  },
  {
    name: "below a beginning of the text, whose last character went",
    draw: ruled,
    text: "a path \\",
    now: ruled(`a path\n${M}▮`),
    word: "changed",
  },
  {
    name: "behind a text that is not of this delivery",
    draw: ruled,
    text: T,
    now: ruled(`write the tests next${M}▮`, [`❯ ${T}`]),
    word: "unclear",
  },
  {
    name: "in a dialog",
    draw: ruled,
    text: T,
    now: ["Name of the file?", `: ${M}▮`],
    word: "unclear",
  },
  { name: "no prompt: directly behind", draw: bare, text: T, now: bare(`${T}${M}▮`), word: "held" },
  {
    name: "no prompt: in an empty input",
    draw: bare,
    text: T,
    now: bare(`${M}▮`, [`  ${T}`, "  done"]),
    word: "submitted",
  },
];

for (const { name, draw, text, now, word } of MARKERS) {
  Deno.test(`a marker ${name}`, () => {
    const { baseline, input } = learned(draw, []);
    const echoed = screen(draw(`${text}▮`), 30);
    const echo = findEcho(payloadOf(text), { baseline, now: echoed, input });
    if (echo === null) throw new Error("no echo");
    const at = { now: screen(now, 30), baseline, marker: M, payload: text };
    assertEquals(judgeMarker(echo, input, at).word, word);
  });
}

Deno.test("a marker is a word that nobody else has on the screen", () => {
  assertEquals(freeMarker("text", screen(["❯ "])), "=FAB=");
  assertEquals(freeMarker("a =FAB= b", screen(["❯ "])), "+FAB+");
  assertEquals(freeMarker("text", screen(["=FAB=", "+FAB+"])), "_FAB_");
});
