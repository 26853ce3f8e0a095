/**
 * The quick part of the delivery matrix (see `deliver_matrix.ts` for all of it).
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { quickCells, runCells } from "./matrix/run.ts";
import { describeFailure, isFailure, isRefusal, matrixTable } from "./matrix/table.ts";

/** Cells that may be refused at first: a machine without breath makes a few of `fab`'s waits end. */
const REFUSED_AT_FIRST = 3;

Deno.test("the quick matrix has no failed cell", async () => {
  const results = await runCells(quickCells(), { jobs: 4 });
  const failures = results.filter(isFailure);
  // A refusal is reported as one and loses nothing, so it may be tried again, alone. A delivery that
  // was none, or was two, may not.
  const refused = failures.filter(isRefusal);
  for (const result of refused) console.log(`once more, alone: ${describeFailure(result)}`);
  const again = refused.length <= REFUSED_AT_FIRST
    ? await runCells(refused.map(({ cell }) => cell), { jobs: 1 })
    : refused;
  const failed = [...failures.filter((result) => !isRefusal(result)), ...again.filter(isFailure)]
    .map(describeFailure);
  assertEquals(failed.length, 0, `${failed.join("\n")}\n\n${matrixTable(results)}`);
});
