import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { draftText, isProbeRemains, pushedText, removedByBackspace } from "./draft.ts";
import type { InputLine } from "./input_line.ts";

function line(prompt: string, row: number, prompted = true): InputLine {
  return { prompt, prompted, glued: "", row };
}

Deno.test("a draft is told without frames and prompt, a line a row", () => {
  const table: readonly (readonly [string, string[], InputLine, string])[] = [
    ["behind a glyph", ["hi", "❯ half a thought"], line("❯ half a thought", 1), "half a thought"],
    [
      "in a frame",
      ["╭──────────╮", "│ > half a │", "╰──────────╯"],
      line("│ > half a ", 1),
      "half a",
    ],
    [
      "in an ASCII frame",
      ["+----------+", "| > half a |", "+----------+"],
      line("| > half a ", 1),
      "half a",
    ],
    [
      "of several rows",
      ["", "❯ one", "  two", "  three"],
      line("  three", 3),
      "one\ntwo\nthree",
    ],
    [
      "whose row is full, so that the sentinel told no prompt",
      ["Welcome", "", "──────", "❯ half", "──────", "help"],
      line("  ", 4, false),
      "half",
    ],
    ["behind words", ["you: hello"], line("you: hello", 0), "you: hello"],
    [
      "behind words, in a full row, so that the sentinel told no prompt",
      ["sim agent 1.0", "Welcome", "", "sim: half a thought▮"],
      line("", 4, false),
      "sim: half a thought",
    ],
    [
      "the same, with the cursor elsewhere",
      ["sim agent 1.0", "Welcome", "", "sim: half a thought", "", "▮"],
      line("", 4, false),
      "sim: half a thought",
    ],
  ];
  for (const [name, rows, found, text] of table) {
    assertEquals(draftText(screen(rows), found), text, name);
  }
});

Deno.test("a text that the probe pushed is a draft, one that stands beside the input is none", () => {
  const pushed = (before: string, after: string) =>
    pushedText({ before: screen([before]), after: screen([after]) }, line("> ", 0), 16);
  assertEquals(pushed(">   my draft", "> -FAB-READY-PROBE  my draft"), true);
  assertEquals(pushed("│", "│"), false);
  assertEquals(pushed(">           4,303 tokens", "> -FAB-READY-PROBE 4,303 tokens"), false);
  assertEquals(pushed("> Try this", "> -FAB-READY-PROBE"), false);
});

Deno.test("what a backspace removed is seen, and nothing else is taken for it", () => {
  const removed = (
    before: string[],
    after: string[],
    lines: Parameters<typeof removedByBackspace>[0],
  ) => removedByBackspace(lines, { before: screen(before), after: screen(after) });

  const draft = line("❯ half", 1);
  const shorter = line("❯ hal", 1);
  assertEquals(
    removed(["x", "❯ half"], ["x", "❯ hal"], { before: draft, after: shorter }),
    "f",
    "a letter",
  );
  assertEquals(
    removed(["x", "❯ ha 👍🏽"], ["x", "❯ ha"], {
      before: line("❯ ha 👍🏽", 1),
      after: line("❯ ha ", 1),
    }),
    "👍🏽",
    "a picture of several characters",
  );
  assertEquals(
    removed(["x", "❯ half"], ["x", "❯ half"], { before: draft, after: draft }),
    null,
    "nothing",
  );
  assertEquals(
    removed(["❯ one", "  two"], ["❯ one", "  two"], {
      before: line("  ", 2, false),
      after: line("  two", 1),
    }),
    "\n",
    "a line break",
  );
  assertEquals(
    removed(["Working...", "", "", "❯ half"], ["Working", "", "", "❯ half"], {
      before: line("❯ half", 3),
      after: null,
    }),
    null,
    "dots of a spinner far above",
  );
  assertEquals(
    removed(["Working...", "❯ half"], ["Working", "❯ half"], {
      before: line("❯ half", 1),
      after: null,
    }),
    null,
    "dots of a spinner directly above",
  );
});

Deno.test("what a backspace removed is seen in a box that stands higher than before", () => {
  const before = ["", "╭──────╮", "│ > half │", "╰──────╯", "? help"];
  const after = ["╭──────╮", "│ > hal  │", "╰──────╯", "? help"];
  const removed = removedByBackspace(
    { before: line("│   ", 3, false), after: line("│ > hal", 1) },
    { before: screen(before), after: screen(after) },
  );
  assertEquals(removed, "f");
});

Deno.test("isProbeRemains: a beginning of the probe is nobody's draft", () => {
  for (const text of ["-FAB-", "-FAB-READY-PROB", "-FAB-READY-PROBE", "FAB-READY-PROBE", "FAB-R"]) {
    assertEquals(isProbeRemains(text), true, text);
  }
  for (const text of ["", "-FAB", "FABULOUS", "-FAB-READY-PROBE and more", "half a thought"]) {
    assertEquals(isProbeRemains(text), false, text);
  }
});

Deno.test("isProbeRemains: what several probes left, each cut off, is nobody's draft", () => {
  for (
    const text of [
      "-FAB-READY-PROBFAB-READY-PROBE",
      "-FAB-RE-FAB--",
      "FAB-READYFAB-READY-PROBE",
    ]
  ) assertEquals(isProbeRemains(text), true, text);
  for (const text of ["-FAB-READY?", "FAFAFA", "FAB-READY-PROBES", "fix FAB-READY"]) {
    assertEquals(isProbeRemains(text), false, text);
  }
});

Deno.test("isProbeRemains: what several probes left is nobody's draft either", () => {
  for (const text of ["-", "--", "-FAB-READY-PROBE-FAB-READY-PROBE", "--FAB-READY-PROBE"]) {
    assertEquals(isProbeRemains(text), true, text);
  }
  for (const text of ["- item", "-x", "--help", "", " ", "PROBE"]) {
    assertEquals(isProbeRemains(text), false, text);
  }
});
