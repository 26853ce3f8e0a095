import { assertEquals } from "@std/assert";
import { trialSays } from "./bracketed_paste.ts";

Deno.test("a pasted DEL is text, a typed one is a key, as programs show them", () => {
  const table: readonly (readonly [string, ReturnType<typeof trialSays>])[] = [
    ["❯ -FAB-READY-PROBEQq7Ww7", "on"],
    ["❯ -FAB-READY-PROBEQq7^?Ww7", "on"],
    ["❯ -FAB-READY-PROBEQq7\u2421Ww7", "on"],
    ["❯ -FAB-READY-PROBEQq7 Ww7", "on"],
    ["┃  -FAB-READY-PROBEQq7Ww", "on"],
    ["❯ -FAB-READY-PROBEQqWw7", "off"],
    ["❯ -FAB-READY-PROBE", null],
    ["❯ -FAB-READY-PROBEQq7", null],
    ["❯ -FAB-READY-PROBEQq7W", null],
  ];
  for (const [row, wanted] of table) assertEquals(trialSays(["a title", row, ""]), wanted, row);
  assertEquals(
    trialSays(["│ > -FAB-READY-PROBEQq │", "│   7Ww7               │"]),
    "on",
    "wrapped",
  );
});
