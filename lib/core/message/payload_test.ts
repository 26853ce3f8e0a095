import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import { byteLength, doubtsAbout, mayComplete, payloadOf, pointerTo } from "./payload.ts";

Deno.test("texts that arrive byte for byte are taken as they are", () => {
  const texts = [
    ...["a", "echo a;", "-l", "--", "/help", "!ls", "Enter", "C-c", "#{pane_id}", "#(touch x)"],
    ...[
      'it\'s "q" $x `y` \\',
      "日本語",
      "👨\u200d👩\u200d👧",
      "e\u0301",
      " a ",
      "x".repeat(50_000),
      "\ufeffa",
    ],
  ];
  for (const text of texts) {
    assertEquals(payloadOf(text), { text, multiline: false, tabbed: false });
  }
  assertEquals(payloadOf("a\nb\tc"), { text: "a\nb\tc", multiline: true, tabbed: true });
});

Deno.test("the first character that would act as a key is named", () => {
  const keys = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, n) => 0x80 + n)]
    .filter((code) => code !== 0x09 && code !== 0x0a);
  for (const code of keys) {
    const hex = code.toString(16).toUpperCase().padStart(4, "0");
    const char = String.fromCharCode(code);
    assertThrows(
      () => payloadOf(`ab${char}c\u0003`),
      UsageError,
      `the text holds the control character U+${hex} at position 3,`,
    );
  }
});

Deno.test("texts that no screen could show are refused, each with its reason", () => {
  const table: readonly (readonly [string, string])[] = [
    ["", "the text is empty"],
    [" \n\t ", "the text is blank"],
    ["\u200b\u200d", "the text is blank"],
    ["\u3000\u00a0", "the text is blank"],
    ["──┼──", "box-drawing characters alone"],
    ["│ │\n█", "box-drawing characters alone"],
    ["a\ud800", "not well-formed Unicode"],
    ["\udc00b", "not well-formed Unicode"],
  ];
  for (const [text, reason] of table) assertThrows(() => payloadOf(text), UsageError, reason);
});

Deno.test("what can't be seen is said", () => {
  const doubts = (text: string) => doubtsAbout(payloadOf(text)).map((line) => line.split(",")[0]);
  assertEquals(doubts("plain text"), []);
  assertEquals(doubts("a "), ["the text ends in white space"]);
  assertEquals(doubts("a\n"), ["the text ends in white space"]);
  assertEquals(doubts("a\tb"), ["the text holds a tab"]);
  assertEquals(doubts("!ls"), ["the text begins with !"]);
  assertEquals(doubts("a !ls"), []);
});

Deno.test("texts that open a list of completions in some agent", () => {
  const opens = ["/help", "/compact the notes", "look @readme", "fix #12", "explain main.ts", "@a"];
  for (const text of opens) assertEquals(mayComplete(text), true, text);
  for (const text of ["plain text", "a/b is", "mail me@x.org now", "The end.", "a @b c"]) {
    assertEquals(mayComplete(text), false, text);
  }
});

Deno.test("the pointer holds the path as given; lengths are in UTF-8", () => {
  assertEquals(pointerTo("a b/ü.md"), "Read a b/ü.md and execute it.");
  assertEquals(byteLength("aü日🚀"), 1 + 2 + 3 + 4);
});
