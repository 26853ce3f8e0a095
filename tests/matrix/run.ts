/**
 * Runs the cells of a plan, several at once.
 *
 * @module
 */

import { type Size, startTmux, type TmuxServer } from "../helpers/tmux_server.ts";
import { type Kind, KINDS } from "../sim/kinds.ts";
import { applies, type Cell, type CellResult, runCell, SCENES } from "./cell.ts";

/** The sizes of the whole matrix. */
export const SIZES: readonly Size[] = [
  { columns: 200, rows: 50 },
  { columns: 40, rows: 20 },
  { columns: 20, rows: 6 },
];

/** Its speeds: milliseconds after which a change is shown. */
export const SPEEDS: readonly number[] = [0, 50, 500];

/** What to run: the product of all four, where it makes sense. */
export interface Plan {
  readonly kinds: readonly Kind[];
  readonly scenes: readonly string[];
  readonly speeds: readonly number[];
  readonly sizes: readonly Size[];
}

/** Everything there is. */
export const FULL: Plan = { kinds: KINDS, scenes: SCENES, speeds: SPEEDS, sizes: SIZES };

/** The cells of a plan. */
export function cellsOf(plan: Plan): readonly Cell[] {
  return plan.sizes.flatMap((size) =>
    plan.speeds.flatMap((repaintMs) =>
      plan.kinds.flatMap((kind) =>
        plan.scenes.filter((scene) => applies(kind, scene))
          .map((scene) => ({ kind, scene, repaintMs, size }))
      )
    )
  );
}

/** The part that an ordinary test run can afford: every kind, every scene, not every pair. */
export function quickCells(): readonly Cell[] {
  const [wide, narrow, tiny] = SIZES;
  if (wide === undefined || narrow === undefined || tiny === undefined) return [];
  const once = { speeds: [0], kinds: KINDS };
  return [
    ...cellsOf({ ...once, sizes: [wide], scenes: ["plain", "two_lines"] }),
    ...cellsOf({ ...once, sizes: [tiny], scenes: ["plain"] }),
    ...cellsOf({ kinds: ["framed"], speeds: [0], sizes: [narrow], scenes: SCENES }),
    ...cellsOf({ kinds: ["plain", "fullscreen"], speeds: [50], sizes: [narrow], scenes: SCENES }),
    ...cellsOf({ kinds: ["folded"], speeds: [500], sizes: [wide], scenes: ["plain", "json"] }),
  ];
}

/**
 * Runs cells in parallel, each worker with its own server for each size. A cell that can't be set
 * up ends the run; every server is stopped, whatever happens.
 *
 * @param options.onResult called as each is done, in no particular order
 * @param options.signal ends the run after the cells that are going on
 */
export async function runCells(
  cells: readonly Cell[],
  options: {
    readonly jobs: number;
    readonly signal?: AbortSignal;
    onResult?(result: CellResult, done: number): void;
  },
): Promise<readonly CellResult[]> {
  const left = [...cells];
  const results: CellResult[] = [];
  const work = async () => {
    const servers = new Map<string, TmuxServer>();
    try {
      for (let cell = left.shift(); cell !== undefined; cell = left.shift()) {
        if (options.signal?.aborted === true) return;
        const key = `${cell.size.columns}x${cell.size.rows}`;
        const server = servers.get(key) ?? await startTmux(cell.size);
        servers.set(key, server);
        const result = await runCell(server, cell);
        results.push(result);
        options.onResult?.(result, results.length);
      }
    } finally {
      left.length = 0;
      for (const server of servers.values()) await server.stop();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: options.jobs }, work));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return results;
}
