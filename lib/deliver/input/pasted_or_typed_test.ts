import { assertEquals } from "@std/assert";
import { shownAs } from "./pasted_or_typed.ts";

Deno.test("the trial as a screen shows it: cut by the key, whole, or not", () => {
  const table: readonly (readonly [string, ReturnType<typeof shownAs>])[] = [
    ["> -FAB-READY-PROBEQqWw7ZzXx8", "cut"],
    ["> -FAB-READY-PROBEQqWw7Zz8Xx8", "whole"],
    ["> -FAB-READY-PROBEQqWw7Zz8^HXx8", "whole"],
    ["> -FAB-READY-PROBEQqWw7Zz8\ufffdXx8", "whole"],
    ["> -FAB-READY-PROBEQqWw7", null],
    ["> -FAB-READY-PROBEQqWw7Zz8", null],
    ["> -FAB-READY-PROBEQqWw7Zz8Xx", null],
  ];
  for (const [row, wanted] of table) assertEquals(shownAs(["a title", row]), wanted, row);
  assertEquals(shownAs(["│ > …QqWw7Zz8 │", "│   Xx8       │"]), "whole", "wrapped");
});
