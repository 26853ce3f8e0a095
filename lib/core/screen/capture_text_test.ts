import { assertEquals } from "@std/assert";
import { lastAnsiLines, paneLines } from "./capture_text.ts";

const screen = (text: string, height: number, alternate = false) =>
  paneLines(text, { height, alternate });

Deno.test("capture: padding at the bottom goes, blank lines inside and on top stay", () => {
  assertEquals(screen("\na\n\n\nb\n\n\n\n", 8), ["", "a", "", "", "b"]);
  assertEquals(screen("\n\n\n", 3), []);
  assertEquals(screen("", 3), []);
  assertEquals(screen("a\n", 1), ["a"]);
  assertEquals(screen("a", 1), ["a"]);
});

Deno.test("capture: no byte inside is changed", () => {
  const odd = ["  lead", "é語👍", "tab\there", "a\\033b", "#{x}", "\r", "x"];
  assertEquals(screen(`${odd.join("\n")}\n   \n`, 9), odd);
});

Deno.test("capture: a full-screen program has no history", () => {
  assertEquals(screen("old\nolder\n1\n2\n\n", 3, true), ["1", "2"]);
  assertEquals(screen("1\n2\n", 3, true), ["1", "2"]);
  assertEquals(screen("old\nolder\n1\n2\n\n", 3, false), ["old", "older", "1", "2"]);
});

Deno.test("capture: a padding row that only has colours is padding", () => {
  assertEquals(screen("a\n\x1b[44m   \x1b[0m\n\x1b[39m\n", 3), ["a"]);
  assertEquals(screen("a\n\x1b]8;;http://x\x1b\\\x1b]8;;\x1b\\\n", 3), ["a"]);
});

Deno.test("capture: colours in force at the cut are kept, and end with the text", () => {
  const lines = ["\x1b[1m\x1b[31mred", "still", "\x1b[0mplain", "\x1b[32mgreen"];
  assertEquals(lastAnsiLines(lines, 3), [
    "\x1b[1m\x1b[31mstill",
    "\x1b[0mplain",
    "\x1b[32mgreen\x1b[0m",
  ]);
  assertEquals(lastAnsiLines(lines, 2), ["\x1b[1m\x1b[31m\x1b[0mplain", "\x1b[32mgreen\x1b[0m"]);
  assertEquals(lastAnsiLines(["\x1b[31mred", "\x1b[0;1mbold", "x"], 1), [
    "\x1b[1mx\x1b[0m",
  ]);
  assertEquals(lastAnsiLines(["a", "b"], 5), ["a", "b"]);
  assertEquals(lastAnsiLines([], 5), []);
});

Deno.test("capture: what is in force is told from what was switched off again", () => {
  const at = (before: string) => lastAnsiLines([before, "x"], 1)[0];
  assertEquals(at("\x1b[31mred\x1b[39m"), "x");
  assertEquals(at("\x1b[1;4m\x1b[22m"), "\x1b[4mx\x1b[0m");
  assertEquals(at("\x1b[38;5;208m\x1b[48;2;1;2;3m"), "\x1b[38;5;208m\x1b[48;2;1;2;3mx\x1b[0m");
  assertEquals(at("\x1b[38:2::1:2:3m\x1b[49m\x1b[97m"), "\x1b[97mx\x1b[0m");
  assertEquals(at("\x1b[38;5;0;7m\x1b[27m"), "\x1b[38;5;0mx\x1b[0m");
  assertEquals(at("\x1b[4:3m\x1b[4:0m\x1b[103m"), "\x1b[103mx\x1b[0m");
  assertEquals(at("\x1b[1m\x1b[m"), "x");
  assertEquals(at("\x1b[4;31;0;2m"), "\x1b[2mx\x1b[0m");
});

Deno.test("capture: the kept part is always the end of the whole, whatever the cut", () => {
  for (let round = 0; round < 500; round++) {
    const rows = Array.from({ length: round % 12 }, () =>
      ["", "a", " ", "b  c", "é"][
        Math.floor(Math.random() * 5)
      ]!);
    const lines = screen(rows.map((row) => `${row}\n`).join(""), rows.length);
    assertEquals(rows.slice(0, lines.length), [...lines]);
    assertEquals(rows.slice(lines.length).every((row) => row.trim() === ""), true);
    assertEquals(lines.length === 0 || lines.at(-1)!.trim() !== "", true);
  }
});
