/**
 * The quick part of the delivery matrix (see `deliver_matrix.ts` for all of it).
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { quickCells, runCells } from "./matrix/run.ts";
import { describeFailure, isFailure, matrixTable } from "./matrix/table.ts";

Deno.test("the quick matrix has no failed cell", async () => {
  const results = await runCells(quickCells(), { jobs: 4 });
  const failed = results.filter(isFailure).map(describeFailure);
  assertEquals(failed.length, 0, `${matrixTable(results)}\n\n${failed.join("\n")}`);
});
