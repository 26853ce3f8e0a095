import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { fold } from "./text.ts";
import { scrolledTail } from "./scrolled_tail.ts";

const TEXT = "please look at every file of this project and tell what each of them is for";

function tail(rows: readonly string[], prompt = "❯ "): string | null {
  return scrolledTail(screen(rows), fold(TEXT), { how: "strict", prompt });
}

Deno.test("the end of a text, as much of it as a scrolled box shows", () => {
  const table: readonly (readonly [string, string[], string | null])[] = [
    ["two rows of it", ["│ tell what each │", "│ of them is for │"], "tellwhateachofthemisfor"],
    ["its last word behind a frame", ["│ is for │"], "isfor"],
    ["behind the prompt", ["❯ them is for"], "themisfor"],
    [
      "long enough anywhere",
      ["x project and tell what each of them is for"],
      "projectandtellwhateachofthemisfor",
    ],
    ["too little, in the middle of a row", ["see them is for"], null],
    ["its last two characters alone in a row", ["│ or │"], "or"],
    ["its last letters alone in an ASCII frame", ["+----+", "| or |", "+----+"], "or"],
    ["its last two characters and more", ["or what"], null],
    ["one character", ["r"], null],
    ["all of it is no tail", [TEXT], null],
    ["nothing of it", ["❯ ", "? help"], null],
    ["its middle", ["every file of this project"], null],
  ];
  for (const [name, rows, wanted] of table) assertEquals(tail(rows), wanted, name);
});

Deno.test("a text that is as short as the tail has none", () => {
  assertEquals(scrolledTail(screen(["ab"]), "ab", { how: "strict", prompt: "" }), null);
});
