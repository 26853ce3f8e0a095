import { assertEquals } from "@std/assert";
import { type Clearing, createEditor } from "./editor.ts";
import { layout, textWidth } from "./text.ts";

/** How many `C-u` it takes until nothing more goes, and what is then left. */
function clearAll(text: string, clearing: Clearing, width: number): readonly [number, string] {
  const editor = createEditor();
  editor.set(text);
  for (let presses = 0;; presses++) {
    const before = editor.text();
    editor.clear(clearing, width);
    if (editor.text() === before) return [presses, before];
  }
}

Deno.test("C-u, five ways", () => {
  const text = "one\ntwo\nthree";
  assertEquals(clearAll(text, "all", 80), [1, ""]);
  assertEquals(clearAll(text, "line", 80), [5, ""]);
  assertEquals(clearAll(text, "last-line", 80), [1, "one\ntwo\n"]);
  assertEquals(clearAll(text, "nothing", 80), [0, text]);
  assertEquals(clearAll("x".repeat(25), "line", 10), [1, ""]);
  assertEquals(clearAll("x".repeat(25), "row", 10)[1], "");
  const [presses] = clearAll("x".repeat(25), "row", 10);
  assertEquals(presses > 2, true, `${presses} presses for three rows`);
});

Deno.test("a folded paste is one character to the keys and its text to the agent", () => {
  const editor = createEditor();
  editor.insert("see ");
  editor.insertFolded("a\nb\nc\nd");
  editor.insert("!");
  assertEquals(editor.expanded(), "see a\nb\nc\nd!");
  assertEquals(Array.from(editor.text(), editor.label).filter((label) => label !== null), [
    "[Pasted text #1 +3 lines]",
  ]);
  editor.backspace();
  editor.backspace();
  assertEquals(editor.expanded(), "see ");
});

Deno.test("backspace takes a code point, keys move by one", () => {
  const editor = createEditor();
  editor.insert("a🚀b");
  editor.move("left");
  editor.backspace();
  assertEquals([editor.text(), editor.cursor()], ["ab", 1]);
  editor.move("home");
  editor.killToEnd();
  assertEquals(editor.text(), "");
});

Deno.test("rows wrap at the width, wide characters are never halved", () => {
  const rows = (text: string, width: number, words = false) =>
    layout(text, { width, words }).map((row) => row.text);
  assertEquals(rows("abcdef", 3), ["abc", "def"]);
  assertEquals(rows("你好世", 5), ["你好", "世"]);
  assertEquals(rows("a\n\nb", 5), ["a", "", "b"]);
  assertEquals(rows("one two three", 8, true), ["one two ", "three"]);
  assertEquals(rows("", 5), [""]);
  assertEquals(rows("a\tb", 10), ["a    b"]);
  assertEquals(textWidth("e\u0301你"), 3);
});

Deno.test("rows know where they come from", () => {
  const source = "one two\nthree";
  for (const words of [false, true]) {
    for (const row of layout(source, { width: 4, words })) {
      assertEquals(source.slice(row.start, row.end).trimEnd(), row.text.trimEnd());
    }
  }
});
