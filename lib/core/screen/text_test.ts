import { assert, assertEquals } from "@std/assert";
import { drawn, LOOKS, randomText, screen, seeded } from "../../testing/screens.ts";
import {
  cellRange,
  countOnScreen,
  flatten,
  fold,
  foldStart,
  isBlankRow,
  isBlankScreen,
  lastLines,
  lastRow,
  occurrences,
  sameScreen,
  screenOf,
} from "./text.ts";

Deno.test("a screen's rows lose padding, not content", () => {
  const made = screenOf("a  \n\n  b\n\n\n", { cursor: { x: 1, y: 2 }, width: 10 });
  assertEquals(made.rows, ["a", "", "  b", "", ""]);
  assertEquals(lastRow(made), 2);
  assertEquals(lastLines(made, 2), ["", "  b"]);
  assertEquals(lastLines(made, 20), ["a", "", "  b"]);
  assertEquals(screenOf("e\u0301\n", { cursor: { x: 0, y: 0 }, width: 10 }).rows, ["é"]);
  assertEquals(lastRow(screen(["", ""])), -1);
  assertEquals(lastLines(screen([]), 5), []);
});

Deno.test("blank screens and blank rows", () => {
  assert(isBlankScreen(screen(["", "   "])));
  assert(!isBlankScreen(screen(["╭──╮", "╰──╯"])), "a frame is something");
  for (const row of ["", "  ", "╭────╮", "│    │", "+----+", "  +==+  "]) {
    assert(isBlankRow(row), row);
  }
  for (const row of ["-", "----", "+ -", "│ x │", "+1", "=", "│ > │"]) {
    assert(!isBlankRow(row), row);
  }
});

Deno.test("folding leaves out what a terminal adds or can't show", () => {
  const table: readonly (readonly [string, string, string])[] = [
    ["a b\tc\nd", "abcd", "abcd"],
    ["│ a ─ b │", "ab", "ab"],
    ["█▌▟ a", "a", "a"],
    ["e\u0301", "é", "é"],
    ["x\u0323\u0301y", "x\u0323\u0301y".normalize("NFC"), "xy"],
    ["👨\u200d👩\u200d👧 ok", "👨👩👧ok", "ok"],
    ["☀\ufe0f!", "☀!", "!"],
    ["🇩🇪", "🇩🇪", ""],
    ["👍🏽", "👍🏽", ""],
    ["日本", "日本", "日本"],
    ["soft\u00adhyphen\u200b", "softhyphen", "softhyphen"],
    ["a\u00a0b\u3000c", "abc", "abc"],
  ];
  for (const [text, strict, loose] of table) {
    assertEquals(fold(text), strict, text);
    assertEquals(fold(text, "loose"), loose, text);
  }
});

Deno.test("folding twice changes nothing, and a row folds as it flattens", () => {
  const random = seeded(1);
  for (let round = 0; round < 100; round++) {
    const text = randomText(random, 1 + Math.floor(random() * 40));
    for (const how of ["strict", "loose"] as const) {
      assertEquals(fold(fold(text, how), how), fold(text, how));
      const flat = flatten([`x${text}x`], how);
      assertEquals(flat.text, fold(`x${text}x`, how));
      assertEquals(flat.places.length, flat.text.length);
    }
  }
});

Deno.test("flattened text remembers where each unit stood", () => {
  const flat = flatten(["│ ab │", "", "│ 🚀c │"]);
  assertEquals(flat.text, "ab🚀c");
  assertEquals(flat.places, [
    { row: 0, index: 2 },
    { row: 0, index: 3 },
    { row: 2, index: 2 },
    { row: 2, index: 2 },
    { row: 2, index: 4 },
  ]);
});

Deno.test("an ASCII frame is left out below its rule, and nowhere else", () => {
  assertEquals(
    flatten(["+------+", "| > ab |", "|   cd |", "+------+"]).text,
    "+------+>abcd+------+",
  );
  // A table that someone writes is text.
  assertEquals(flatten(["❯ see", "| a | b |", "|---|---|"]).text, "❯see|a|b||---|---|");
  assertEquals(flatten(["+---+", "| a |", "text", "| b |"]).text, "+---+atext|b|");
});

Deno.test("a row's beginning folds without a side rule", () => {
  assertEquals(foldStart("| > "), ">");
  assertEquals(foldStart("  │ ❯ "), "❯");
  assertEquals(foldStart("a | "), "a|");
});

Deno.test("occurrences are counted with overlaps; nothing never occurs", () => {
  assertEquals(occurrences("aaaa", "aa"), 3);
  assertEquals(occurrences("abc", "abcd"), 0);
  assertEquals(occurrences("abc", ""), 0);
});

Deno.test("a text wrapped into any look at any width is counted once", () => {
  const random = seeded(2);
  for (let round = 0; round < 60; round++) {
    const text = `q${randomText(random, 1 + Math.floor(random() * 120))}z`;
    const width = 12 + Math.floor(random() * 80);
    for (const look of LOOKS) {
      const now = screen(["agent 1.0", ...drawn(look, text, width), "? for help"], width);
      assertEquals(
        countOnScreen(now, text),
        1,
        `${look.name} ${width}: ${JSON.stringify(text)}\n${now.rows.join("\n")}`,
      );
      const without = screen(
        ["agent 1.0", ...drawn(look, text.slice(0, -1), width), "? for help"],
        width,
      );
      assertEquals(countOnScreen(without, text), 0, look.name);
    }
  }
});

Deno.test("two captures are the same when their rows are, wherever the cursor is", () => {
  assert(sameScreen(screen(["a▮", "b"]), screen(["a", "b▮"])));
  assert(!sameScreen(screen(["12:00"]), screen(["12:01"])), "a clock ticks");
  assert(!sameScreen(screen(["a"]), screen(["a", "b"])));
});

Deno.test("a character's cell, where terminals may differ as a range", () => {
  const table: readonly (readonly [string, number, number])[] = [
    ["", 0, 0],
    ["abc", 3, 3],
    ["日本", 4, 4],
    ["e\u0323", 1, 1],
    ["한글", 4, 4],
    ["🚀", 2, 2],
    ["✅✨", 4, 4],
    // Joined into one picture, or drawn one by one.
    ["👨\u200d👩\u200d👧", 2, 6],
    ["👍🏽", 2, 4],
    ["🇩🇪", 2, 4],
    // A picture because U+FE0F says so.
    ["☀\ufe0f", 1, 2],
    ["→", 1, 1],
  ];
  for (const [text, least, most] of table) {
    assertEquals(cellRange(`${text}x`, text.length), { least, most }, JSON.stringify(text));
  }
});
