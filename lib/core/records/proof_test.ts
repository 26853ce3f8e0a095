import { assertEquals } from "@std/assert";
import { eventOf, type LineEvent, type RecordSource } from "./event.ts";
import { differenceOf, proofOf } from "./proof.ts";

const event = (kind: LineEvent["kind"], text: string, source: RecordSource) =>
  eventOf({ kind, text }, source);
const prompt = (text: string, source: RecordSource = "turns") => event("prompt", text, source);

Deno.test("what differs is said in words", () => {
  for (
    const [given, received, words] of [
      ["a b", "a b", ""],
      ["a b \n", "a b", "white space at the end is gone"],
      ["a\tb", "a    b", "tabs are blanks"],
      ["e\u0301", "\u00e9", "letters are composed (NFC)"],
      ["  a\t", "a", "white space at the end is gone, white space at the beginning is gone"],
      ["a\tb ", "a    b", "white space at the end is gone, tabs are blanks"],
      ["a", "a ", "a blank was added at the end"],
      ["a b", "a  b", null],
      ["head and tail", "tail", null],
      ["a", "A", null],
    ] as const
  ) assertEquals(differenceOf(given, received), words, JSON.stringify([given, received]));
});

Deno.test("the turns tell what was received, a history only that it was submitted", () => {
  assertEquals(proofOf("a ", [prompt("a ", "history"), prompt("a")]), {
    ...{ found: "text", received: "altered", turn: true },
    difference: "white space at the end is gone",
  });
  assertEquals(proofOf("a", [prompt("a", "history")]), {
    ...{ found: "text", received: null, difference: null, turn: null },
  });
  assertEquals(proofOf("a", [event("queued", "a", "turns")]), {
    ...{ found: "text", received: "equal", difference: null, turn: null },
  });
});

Deno.test("another text is another one, and silence proves nothing", () => {
  assertEquals(proofOf("head tail", [prompt("tail")]), { found: "other", text: "tail" });
  assertEquals(proofOf("a", []), { found: "nothing" });
  assertEquals(proofOf("a", [event("message", "a", "turns")]), { found: "nothing" });
  // One that was queued before and went out meanwhile is not taken for it.
  assertEquals(proofOf("a", [prompt("b"), prompt("a"), prompt("c")]).found, "text");
});
