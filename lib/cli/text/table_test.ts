import { assert, assertEquals } from "@std/assert";
import { displayWidth } from "./display_width.ts";
import { cut, table } from "./table.ts";

const PLAIN = { width: null, color: false };

Deno.test("columns align by what is drawn, not by length", () => {
  const text = table(["Tab", "Agent"], [
    ["plain", "idle"],
    ["日本語", "idle"],
    ["🚀 go", "idle"],
    ["e\u0301te\u0301", "idle"],
    ["👩\u200d👩\u200d👧", "idle"],
  ], PLAIN);
  const columns = text.trimEnd().split("\n").slice(1).map((line) =>
    displayWidth(line.slice(0, line.indexOf("idle")))
  );
  assertEquals(columns, [8, 8, 8, 8, 8], text);
});

Deno.test("nothing in a cell shifts a row or starts one", () => {
  const text = table(["A", "B"], [["x\ty\nz\x1b[2J", "1"], ["", "2"]], PLAIN);
  assertEquals(text, "A               B\nx\\ty\\nz\\x1b[2J  1\n                2\n");
});

Deno.test("lines end without blanks, and a table without rows is its headers", () => {
  assertEquals(table(["A", "Long"], [["1", ""], ["", ""]], PLAIN), "A  Long\n1\n\n");
  assertEquals(table(["A", "Long"], [], PLAIN), "A  Long\n");
});

Deno.test("lines are cut to the width and never wider", () => {
  const rows = [["abcdef", "日本語日本語", "tail"], ["x", "y", "z"]];
  for (let width = 1; width < 30; width++) {
    const text = table(["One", "Two", "Three"], rows, { width, color: false });
    for (const line of text.trimEnd().split("\n")) {
      assert(displayWidth(line) <= width, `${width}: ${JSON.stringify(line)}`);
    }
  }
  assertEquals(
    table(["One"], [["abcdef"]], { width: 4, color: false }),
    "One\nabc…\n",
  );
});

Deno.test("colour wraps the text alone, so that it changes no width", () => {
  const text = table(["A", "B"], [[{ text: "on", style: "green" }, "1"]], {
    width: null,
    color: true,
  });
  assertEquals(text, "\x1b[1mA\x1b[0m   \x1b[1mB\x1b[0m\n\x1b[32mon\x1b[0m  1\n");
  assertEquals(
    table(["A"], [[{ text: "long text", style: "red" }]], { width: 5, color: true }),
    "\x1b[1mA\x1b[0m\n\x1b[31mlong…\x1b[0m\n",
  );
});

Deno.test("cutting keeps characters whole", () => {
  assertEquals(cut("日本語", 6), "日本語");
  assertEquals(cut("日本語", 5), "日本…");
  assertEquals(cut("日本語", 4), "日…");
  assertEquals(cut("👩\u200d👩\u200d👧x", 2), "…");
  assertEquals(cut("abc", 0), "");
});
