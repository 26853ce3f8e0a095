import { assertEquals } from "@std/assert";
import { listPosition, newEntries } from "./entries.ts";

Deno.test("what is new in a list that grows, and in one that loses its oldest", () => {
  for (
    const [before, now, added] of [
      [[], ["a"], ["a"]],
      [["a"], ["a"], []],
      [["a"], ["a", "a"], ["a"]],
      [["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e", "f", "g"], ["f", "g"]],
      [["a", "b", "c", "d", "e"], ["b", "c", "d", "e", "f"], ["f"]],
      // All of it is another one.
      [["a", "b", "c", "d", "e"], ["x", "y"], null],
      [["a", "b"], [], null],
    ] as const
  ) assertEquals(newEntries(now, listPosition(before)), added, JSON.stringify([before, now]));
});
