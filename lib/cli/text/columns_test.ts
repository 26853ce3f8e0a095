import { assertEquals } from "@std/assert";
import { fitColumns } from "./columns.ts";

Deno.test("columns yield: narrowed first, then left out, the others never", () => {
  const fit = (full: number[], width: number, yielding: number[]) =>
    fitColumns(full, { width, gap: 2, yielding });
  assertEquals(fit([4, 20, 10], 38, [1]), [4, 20, 10]);
  assertEquals(fit([4, 20, 10], 30, [1]), [4, 12, 10]);
  assertEquals(fit([4, 20, 24, 10], 44, [2, 1]), [4, 12, 12, 10]);
  assertEquals(fit([4, 20, 24, 10], 30, [2, 1]), [4, 12, null, 10]);
  assertEquals(fit([4, 20, 24, 10], 12, [2, 1]), [4, null, null, 10]);
  assertEquals(fit([4, 5, 10], 18, [1]), [4, null, 10]);
  assertEquals(fit([4, 10], 5, []), [4, 10]);
  assertEquals(fit([4, 10], 5, [-1, 7]), [4, 10]);
});
