/**
 * What is remembered of a pane from one look to the next.
 *
 * @module
 */

import { ACTIVE } from "../agent_state.ts";
import type { Facts } from "./facts.ts";

/** Milliseconds for which changes and processor time are remembered. */
export const MEMORY_MS = 3000;

/** A pane, followed over some looks. Times are those of the looks. */
export interface Track {
  readonly last: Facts;
  readonly firstMs: number;
  readonly looks: number;
  /** When the screen or the title last changed; null: not since the first look. */
  readonly changedMs: number | null;
  /** The latest changes within the memory. */
  readonly changes: readonly number[];
  /** When something other than a spinner or a number last changed. */
  readonly progressMs: number | null;
  /** When the title last said that a turn is in progress: it has been seen to tell. */
  readonly titleActiveMs: number | null;
  /** Since when the title says what it says. */
  readonly titleSinceMs: number;
  /** Since when the cursor is in the input and nothing tells of a turn; null: it is not so. */
  readonly restMs: number | null;
  /** Looks of the memory with processor time. */
  readonly cpu: readonly { readonly atMs: number; readonly cpuMs: number }[];
  /** The first look at which each process of the pane was there. */
  readonly seenPids: ReadonlyMap<number, number>;
}

/** The track after one more look. A look at another agent begins a new one. */
export function follow(track: Track | null, facts: Facts): Track {
  const { atMs } = facts;
  const before = track !== null && track.last.agent === facts.agent ? track : null;
  const changed = before !== null && isChanged(before.last, facts);
  const changes = [...(before?.changes ?? []), ...(changed ? [atMs] : [])];
  const pids = new Map<number, number>();
  for (const pid of facts.pids ?? before?.seenPids.keys() ?? []) {
    pids.set(pid, before?.seenPids.get(pid) ?? atMs);
  }
  return {
    last: facts,
    firstMs: before?.firstMs ?? atMs,
    looks: (before?.looks ?? 0) + 1,
    changedMs: changed ? atMs : before?.changedMs ?? null,
    changes: changes.filter((ms) => atMs - ms <= MEMORY_MS),
    progressMs: before !== null && before.last.calm !== facts.calm
      ? atMs
      : before?.progressMs ?? null,
    titleActiveMs: facts.title === ACTIVE ? atMs : before?.titleActiveMs ?? null,
    titleSinceMs: before !== null && before.last.title === facts.title ? before.titleSinceMs : atMs,
    restMs: facts.atInput && !facts.work && !facts.question ? before?.restMs ?? atMs : null,
    cpu: [
      ...(before?.cpu ?? []).filter((sample) => atMs - sample.atMs <= MEMORY_MS),
      ...(facts.cpuMs === null ? [] : [{ atMs, cpuMs: facts.cpuMs }]),
    ],
    seenPids: pids,
  };
}

function isChanged(a: Facts, b: Facts): boolean {
  return a.titleHash !== b.titleHash || a.rows.length !== b.rows.length ||
    a.rows.some((hash, row) => hash !== b.rows[row]);
}

/** Percent of a processor that the pane's processes took lately; null when that isn't known. */
export function cpuShare(track: Track): number | null {
  const [first] = track.cpu;
  const last = track.cpu.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < 1000) return null;
  return Math.max(0, last.cpuMs - first.cpuMs) * 100 / (last.atMs - first.atMs);
}
