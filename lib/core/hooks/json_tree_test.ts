import { assertEquals, assertThrows } from "@std/assert";
import { JsonSyntaxError, parseJsonTree } from "./json_tree.ts";

Deno.test("each value knows its own source", () => {
  const text = '\uFEFF{ "a" : [1, "x\\u0041", null], // why\n  "b": {"c": -2.5e3,}, /* end */ }\n';
  const root = parseJsonTree(text);
  if (root.kind !== "object") throw new Error("no object");
  assertEquals(root.members.map(({ key }) => key), ["a", "b"]);
  const [a, b] = root.members;
  assertEquals(text.slice(a!.value.start, a!.value.end), '[1, "x\\u0041", null]');
  assertEquals(text.slice(b!.start, b!.end), '"b": {"c": -2.5e3,}');
  if (a!.value.kind !== "array") throw new Error("no array");
  assertEquals(a!.value.items.map(({ kind }) => kind), ["other", "string", "other"]);
  const word = a!.value.items[1]!;
  assertEquals(word.kind === "string" ? word.value : null, "xA");
});

Deno.test("duplicate keys are all kept", () => {
  const root = parseJsonTree('{"a":1,"a":2}');
  assertEquals(root.kind === "object" ? root.members.length : 0, 2);
});

Deno.test("what is no JSON is refused with its line and column", () => {
  for (
    const [text, message] of [
      ['{\n  "a": tru\n}', "line 2, column 8: a value was expected"],
      ['{"a" 1}', 'line 1, column 6: ":" was expected'],
      ['["a" "b"]', 'line 1, column 6: "," or "]" was expected'],
      ["{'a': 1}", "line 1, column 2: a string was expected"],
      ['{"a": "x\ny"}', "line 1, column 7: a string was expected"],
      ["", "line 1, column 1: a value was expected"],
      ["{} x", "line 1, column 4: nothing more was expected"],
      ["[".repeat(100_000), "line 1, column 202: nested too deeply"],
      ["[1", 'line 1, column 3: "," or "]" was expected'],
    ] as const
  ) {
    assertThrows(() => parseJsonTree(text), JsonSyntaxError, message);
  }
});
