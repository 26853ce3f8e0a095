import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { cameBack, filters, maySearch, saysSearch } from "./picker.ts";

const at = (row: number, prompt = "> ") => ({ prompt, prompted: true, glued: "", row });
const probe = "-FAB-READY-PROBE";

Deno.test("a list that goes while something is typed, and comes back, is a picker's", () => {
  const before = screen([
    "Commands",
    "> Search",
    "  Switch theme",
    "  Switch model",
    "  Open help",
  ]);
  const probed = screen(["Commands", `> ${probe}`, "  No results"]);
  assertEquals(filters({ before, probed }, at(1)), true);
  assertEquals(cameBack({ before, probed, after: before }, at(1)), true);
  assertEquals(cameBack({ before, probed, after: probed }, at(1)), false);
});

Deno.test("a list of one is one, where it says that nothing is found or what the field is for", () => {
  const one = screen(["Resume a session", "> ", "  fix the parser", "enter to resume"]);
  const none = screen(["Resume a session", `> ${probe}`, "  No sessions match", "enter to resume"]);
  assertEquals(filters({ before: one, probed: none }, at(1)), true);
  const labelled = screen(["Type to search", "> ", "", "  fix the parser"]);
  const blank = screen(["Type to search", `> ${probe}`, "", ""]);
  assertEquals(filters({ before: labelled, probed: blank }, at(1)), true);
  assertEquals(maySearch(labelled, 1), true);
});

Deno.test("hints, placeholders, counters and what streams past are no list", () => {
  const rule = "─".repeat(20);
  const inputs: readonly (readonly [readonly string[], readonly string[], number])[] = [
    [[rule, "❯ Try it", rule, "  ? for shortcuts"], [rule, `❯ ${probe}`, rule], 1],
    [["? for shortcuts", rule, "❯ Type", rule, "12 tokens"], [
      "",
      rule,
      `❯ ${probe}`,
      rule,
      "13 tokens",
    ], 2],
    [["a", "❯ ", "status one"], ["a", `❯ ${probe}`, "status two"], 1],
  ];
  for (const [before, probed, row] of inputs) {
    const line = at(row, "❯ ");
    assertEquals(filters({ before: screen(before), probed: screen(probed) }, line), false);
  }
  const stream = screen(["alpha beta", "gamma delta", "epsilon", "❯ "]);
  const later = screen(["epsilon", "zeta", "eta", `❯ ${probe}`]);
  assertEquals(cameBack({ before: stream, probed: later, after: later }, at(3, "❯ ")), false);
});

Deno.test("a prompt that searches says so", () => {
  assertEquals(saysSearch(at(0, "(reverse-i-search)`': ")), true);
  assertEquals(saysSearch(at(0, "reverse-i-search: ")), true);
  assertEquals(saysSearch(at(0, "(r:) ")), true);
  for (const prompt of ["> ", "❯ ", "research> ", "you: "]) {
    assertEquals(saysSearch(at(0, prompt)), false);
  }
});
