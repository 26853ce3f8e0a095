import { assert, assertEquals } from "@std/assert";
import { piecesOf } from "./pieces.ts";

Deno.test("pieces are the text, and begin and end in something visible", () => {
  const text = Array.from({ length: 60 }, (_, at) => `word${at} `).join("") +
    "\n\n  e\u0301nd 👩\u200d👧 ok";
  for (const cells of [4, 10, 40, 1000]) {
    const pieces = piecesOf(text, { cells, row: 20 });
    assertEquals(pieces.join(""), text);
    for (const piece of pieces.slice(0, -1)) assert(!/\s$/.test(piece), JSON.stringify(piece));
    for (const piece of pieces.slice(1)) assert(/^\S/.test(piece), JSON.stringify(piece));
  }
  assertEquals(piecesOf("abc", { cells: 10, row: 10 }), ["abc"]);
  assertEquals(piecesOf("你好世界", { cells: 4, row: 10 }), ["你好", "世界"]);
});
