/**
 * The delivery matrix: every simulated agent × every payload × speeds and sizes.
 *
 *     deno run -A tests/deliver_matrix.ts                        the quick part
 *     deno run -A tests/deliver_matrix.ts --full                 all of it: hours
 *     deno run -A tests/deliver_matrix.ts --kinds framed,vi --scenes plain,emoji
 *
 * | flag | meaning |
 * | --- | --- |
 * | `--full` | every combination; with one of the next four, what is not named is full |
 * | `--kinds`, `--scenes` | names, with commas |
 * | `--speeds`, `--sizes` | such as `0,500` and `200x50,20x6` |
 * | `--jobs <n>` | cells at once, default 4 |
 * | `--repeat <n>` | the whole run so many times |
 * | `--report <file>` | every failed cell, with what was said, received and seen |
 * | `--again <file>` | only the cells that failed in a former report |
 *
 * Ctrl-C ends it after the cells that are going on.
 *
 * `FAB_BIN` names a compiled `fab`; without it the source runs. The table goes to standard output;
 * exit 1 when a cell failed.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Kind, KINDS } from "./sim/kinds.ts";
import { applies, type Cell, SCENES } from "./matrix/cell.ts";
import { cellsOf, FULL, type Plan, quickCells, runCells } from "./matrix/run.ts";
import { describeFailure, isFailure, matrixTable } from "./matrix/table.ts";

const FLAGS = ["kinds", "scenes", "speeds", "sizes", "jobs", "repeat", "report", "again"];

function chosen<T extends string>(value: unknown, all: readonly T[]): readonly T[] {
  if (value === undefined) return all;
  const names = String(value).split(",");
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`unknown '${unknown}'; known: ${all.join(", ")}`);
  return all.filter((name) => names.includes(name));
}

function planOf(flags: Readonly<Record<string, unknown>>): Plan {
  const { speeds, sizes } = flags;
  return {
    kinds: chosen<Kind>(flags["kinds"], KINDS),
    scenes: chosen(flags["scenes"], SCENES),
    speeds: speeds === undefined ? FULL.speeds : String(speeds).split(",").map(Number),
    sizes: sizes === undefined ? FULL.sizes : String(sizes).split(",").map((word) => {
      const [columns = 80, rows = 24] = word.split("x").map(Number);
      return { columns, rows };
    }),
  };
}

/** The cells whose headings stand in a report of failures. */
function cellsIn(report: string): readonly Cell[] {
  const found = new Map<string, Cell>();
  for (const heading of report.matchAll(/^### (\w+) · (\w+) · (\d+)x(\d+) · (\d+) ms:/gm)) {
    const [key, kind, scene, columns, rows, repaintMs] = heading;
    const [known] = KINDS.filter((name) => name === kind);
    if (known === undefined || scene === undefined || !applies(known, scene)) continue;
    const size = { columns: Number(columns), rows: Number(rows) };
    found.set(key, { kind: known, scene, repaintMs: Number(repaintMs), size });
  }
  return [...found.values()];
}

function chosenCells(): readonly Cell[] {
  if (flags["again"] !== undefined) return cellsIn(Deno.readTextFileSync(String(flags["again"])));
  const narrowed = ["kinds", "scenes", "speeds", "sizes"].some((name) => flags[name] !== undefined);
  return flags["full"] === true || narrowed ? cellsOf(planOf(flags)) : quickCells();
}

const flags = parseArgs(Deno.args, {
  boolean: ["full"],
  string: FLAGS,
  unknown: (word) => {
    throw new Error(`unknown '${word}'`);
  },
});
const cells = chosenCells();
const report = flags["report"] === undefined ? null : String(flags["report"]);
if (report !== null) await Deno.writeTextFile(report, "");

const stopping = new AbortController();
Deno.addSignalListener("SIGINT", () => stopping.abort());

let failed = 0;
for (let round = 1; round <= Number(flags["repeat"] ?? "1"); round++) {
  if (stopping.signal.aborted) Deno.exit(130);
  const start = performance.now();
  const results = await runCells(cells, {
    jobs: Number(flags["jobs"] ?? "4"),
    signal: stopping.signal,
    onResult(result, done) {
      if (!isFailure(result)) return;
      failed++;
      const { kind, scene, size, repaintMs } = result.cell;
      const where = `${kind} ${scene} ${size.columns}x${size.rows} ${repaintMs} ms`;
      console.error(`${done}/${cells.length} ${result.verdict}: ${where}: ${result.why}`);
      if (report !== null) {
        Deno.writeTextFileSync(report, `${describeFailure(result)}\n`, { append: true });
      }
    },
  });
  console.log(matrixTable(results));
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`round ${round}: ${results.length} cells in ${seconds} s\n`);
}
Deno.exit(failed === 0 ? 0 : 1);
