/**
 * What a pane's processes tell: whether an agent is among them, how much they compute, and which
 * there are.
 *
 * @module
 */

import type { ProcessRow } from "../core/process/table.ts";
import { processTree } from "../core/process/tree.ts";
import { agentNamed, type AgentTable, type SeenAgent } from "../core/seen/who.ts";
import type { Context } from "../ports.ts";
import { processRows } from "../look/process.ts";
import type { ProcessClues } from "./eye.ts";

/** Milliseconds of a clock tick in /proc. */
const TICK_MS = 10;

/**
 * Reads a pane's processes, in one subprocess.
 *
 * @throws {FabError} when the system's processes can't be listed at all.
 */
export async function processClues(
  context: Pick<Context, "exec" | "env">,
  panePid: number,
  table: AgentTable,
): Promise<ProcessClues> {
  return cluesOf(await processRows(context, panePid), panePid, table);
}

/** What these rows tell of the tree below a pane's process. */
export function cluesOf(
  rows: readonly ProcessRow[],
  panePid: number,
  table: AgentTable,
): ProcessClues {
  const tree = processTree(rows, panePid, new Set(table.names.keys()));
  const pids: number[] = [];
  const walk = (node: typeof tree): void => {
    if (node === null) return;
    pids.push(node.pid);
    node.children.forEach(walk);
  };
  walk(tree);
  const own = rows.filter((row) => pids.includes(row.pid));
  let agent: SeenAgent | null = null;
  for (const pid of pids) {
    const row = own.find((row) => row.pid === pid);
    agent ??= row === undefined ? null : agentNamed(row.comm, row.argv, table);
  }
  const ticks = own.map((row) => row.ticks).filter((ticks) => ticks !== undefined);
  const cpuMs = ticks.length === 0 ? null : ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
  return { agent, cpuMs, pids };
}
