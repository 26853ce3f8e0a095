import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import { decodeMark, encodeMark } from "./codec.ts";
import { findPrint, printOf } from "./hash.ts";
import { echoPrint, type Mark } from "./mark.ts";

const base: Mark = {
  ...{ pane: 3, server: 0xfedcba98, alternate: false, width: 200, history: 123_456 },
  ...{ lines: [1, 0, 0xffffff, 0, 0, 0, 0, 0, 0, 77], lastLength: 300, row: 123_400, index: null },
  echo: null,
};

Deno.test("mark: a word that is read back as it was, whatever is in it", () => {
  const marks: Mark[] = [
    base,
    { ...base, alternate: true, lines: [], index: 0 },
    { ...base, echo: echoPrint("fix  the │ test 👍"), turn: null },
    { ...base, turn: { state: "idle", epoch: 1_751_800_000 } },
  ];
  for (const mark of marks) {
    const word = encodeMark(mark);
    assertEquals(decodeMark(word, "since"), mark);
    assertEquals(/^[\w-]+$/.test(word), true);
  }
});

Deno.test("mark: half of one, another word and a changed letter are wrong usage", () => {
  const word = encodeMark(base);
  const changed = Array.from(
    word,
    (letter, at) => word.slice(0, at) + (letter === "x" ? "y" : "x") + word.slice(at + 1),
  );
  for (const wrong of ["", "x", "%3", word.slice(0, -2), `${word}AAAA`, "ä".repeat(20)]) {
    assertThrows(() => decodeMark(wrong, "since"), UsageError, "--since");
  }
  for (const wrong of changed.slice(0, -1)) {
    assertThrows(() => decodeMark(wrong, "since"), UsageError, "is no mark");
  }
});

Deno.test("print: a text is found by its hash wherever it stands", () => {
  const print = printOf("needle");
  assertEquals(findPrint("needle in a needle, needles", print), [0, 12, 20]);
  assertEquals(findPrint("needl", print), []);
  assertEquals(findPrint("anything", printOf("")), []);
  assertEquals(findPrint("aaaaa", printOf("aa")), [0, 2]);
});
