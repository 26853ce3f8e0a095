import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import { decodeRecordMark, encodeRecordMark } from "./mark.ts";

Deno.test("a mark goes through a word, whatever its paths hold", () => {
  const mark = {
    at: 1796095674304,
    positions: {
      "/home/änn 日本/\u{1f600}.jsonl": { id: "1.2", size: 200_000_000 },
      "/list": { id: null, size: 3, list: { count: 2, tail: [1, 4294967295] } },
    },
  };
  const word = encodeRecordMark(mark);
  assertEquals(/^[\w.-]+$/.test(word), true);
  assertEquals(decodeRecordMark(word, "since"), mark);
});

Deno.test("what is no mark, or a part of one, is refused", () => {
  const word = encodeRecordMark({ at: 1, positions: {} });
  for (const wrong of ["", "r1.", "x", word.slice(0, -4), word.slice(3), `r2.${word.slice(3)}`]) {
    assertThrows(() => decodeRecordMark(wrong, "since"), UsageError, "no mark of a record");
  }
});
