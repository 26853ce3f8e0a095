import { assertEquals } from "@std/assert";
import { applyCuts, cutsForRemoval } from "./json_remove.ts";
import { parseJsonTree } from "./json_tree.ts";

/** Removes items of a top-level array by position. */
function without(text: string, ...positions: number[]): string {
  const root = parseJsonTree(text);
  if (root.kind !== "array") throw new Error("no array");
  const cuts = cutsForRemoval(text, {
    container: root,
    children: root.items,
    removed: new Set(positions),
  });
  return applyCuts(text, cuts);
}

Deno.test("a removed item takes one comma and its own white space along", () => {
  const text = "[\n\t1,\n\t2,\n\t3\n]\n";
  assertEquals(without(text, 0), "[\n\t2,\n\t3\n]\n");
  assertEquals(without(text, 1), "[\n\t1,\n\t3\n]\n");
  assertEquals(without(text, 2), "[\n\t1,\n\t2\n]\n");
  assertEquals(without(text, 0, 2), "[\n\t2\n]\n");
  assertEquals(without(text, 1, 2), "[\n\t1\n]\n");
  assertEquals(without(text, 0, 1), "[\n\t3\n]\n");
  assertEquals(without(text, 0, 1, 2), "[]\n");
  assertEquals(without(text), text);
});

Deno.test("one-line, leading-comma and CRLF styles keep their look", () => {
  assertEquals(without("[1, 2, 3]", 1), "[1, 3]");
  assertEquals(without("[1, 2, 3]", 2), "[1, 2]");
  assertEquals(without("[ 1 , 2 ]", 1), "[ 1  ]");
  assertEquals(without("[ 1\r\n, 2\r\n, 3\r\n]", 1), "[ 1\r\n, 3\r\n]");
  assertEquals(without("[\r\n  1,\r\n  2\r\n]", 1), "[\r\n  1\r\n]");
});

Deno.test("comments of the others stay, and the result still parses", () => {
  assertEquals(without("[\n  1, // one\n  2\n]", 1), "[\n  1 // one\n\n]");
  assertEquals(without("[\n  1,\n  // two\n  2,\n  3\n]", 0), "[\n  // two\n  2,\n  3\n]");
  assertEquals(without("[1, // one\n 2]", 1), "[1 // one\n]");
  assertEquals(without("[1, 2,]", 1), "[1]");
});

Deno.test("every choice of items leaves exactly the others", () => {
  for (const text of ["[0,1,2,3]", "[\n 0 ,\n 1,2 ,\n\n 3 ]", "[0,/*a*/1, // b\n2,\n3 // c\n]"]) {
    for (let bits = 0; bits < 16; bits++) {
      const removed = [0, 1, 2, 3].filter((position) => bits & (1 << position));
      const result = without(text, ...removed);
      const root = parseJsonTree(result);
      const kept = root.kind === "array"
        ? root.items.map(({ start, end }) => Number(result.slice(start, end)))
        : [];
      assertEquals(kept, [0, 1, 2, 3].filter((one) => !removed.includes(one)), result);
    }
  }
});
