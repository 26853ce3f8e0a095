import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { classifyReadiness, FEELER, newlyShown, READINESS, type Readiness } from "./readiness.ts";

Deno.test("readiness is echo and stability, nothing else", () => {
  const blank = screen(["", "  "]);
  const wall = ["Do you trust this folder?", "❯ 1. Yes", "  2. No"];
  const table: readonly (readonly [string, boolean, string[], string[], Readiness])[] = [
    ["echoed on a still screen", true, wall, wall, "ready"],
    ["echoed on a moving screen", true, ["1"], ["2"], "ready"],
    ["a still wall", false, wall, wall, "parked"],
    ["a clock ticks", false, ["12:00:01"], ["12:00:02"], "booting"],
    ["blank after it was not", false, ["loading"], [""], "booting"],
    ["not blank any more", false, [""], ["loading"], "booting"],
    ["a frame alone is no blank screen", false, ["╭──╮", "╰──╯"], ["╭──╮", "╰──╯"], "parked"],
  ];
  for (const [name, echoed, first, second, word] of table) {
    const captures = { first: screen(first), second: screen(second) };
    assertEquals(classifyReadiness(echoed, captures), word, name);
  }
  assertEquals(classifyReadiness(false, { first: blank, second: blank }), "booting");
  assertEquals(READINESS, ["ready", "booting", "parked"]);
});

Deno.test("the feeler is seen where it was typed", () => {
  const table: readonly (readonly [string, string[], string[], ...[number, number][]])[] = [
    ["behind a prompt", ["a - b", "❯ "], ["a - b", "❯ -"], [1, 2]],
    ["over a placeholder that holds one", ["❯ Try x-y"], ["❯ -"], [0, 2]],
    ["behind a draft", ["❯ a-b"], ["❯ a-b-"], [0, 5]],
    ["not shown at all", ["❯ ", "a - b"], ["❯ ", "a - b"]],
    ["in a box that opened for it", ["ready"], ["ready", "┌─┐", "│-│"], [2, 1]],
    ["rows that scrolled up", ["x", "a - b", "❯ "], ["a - b", "y", "❯ "]],
    ["rows that scrolled up, and it", ["x", "a - b", "❯ "], ["a - b", "y", "❯ -"], [2, 2]],
    ["one that was written as well", ["x", "❯ "], ["x", "a - b", "❯ -"], [1, 2], [2, 2]],
    ["an ASCII spinner turns", ["Waiting |"], ["Waiting -"]],
    ["an ASCII spinner turns on", ["Waiting /"], ["Waiting -"]],
    ["an ASCII spinner turns on and on", ["Waiting \\"], ["Waiting -"]],
  ];
  for (const [name, before, after, ...at] of table) {
    assertEquals(
      newlyShown(screen(before), screen(after), FEELER),
      at.map(([row, index]) => ({ row, index })),
      name,
    );
  }
});
