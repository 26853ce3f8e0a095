/**
 * What is shown of the map while it is watched.
 *
 * @module
 */

import { ACTIVE, aged, IDLE, idleSeconds, WAITING } from "../agent_state.ts";
import type { MapRow } from "./row.ts";
import { effectiveState, seenRowOf } from "./seen_row.ts";

/** Where the summary puts what needs a person first. */
const SUMMARY_ORDER = [WAITING, ACTIVE, IDLE] as const;

/**
 * How many panes there are of each state, as `2 waiting · 1 active · ~3 idle`, where `~` counts those
 * whose state is seen; none are left out.
 */
export function mapSummary(rows: readonly MapRow[]): string {
  const seen = rows.filter((row) => row.state.state === null);
  return SUMMARY_ORDER
    .flatMap((state) => [
      { state, mark: "", count: rows.filter((row) => row.state.state === state).length },
      { state, mark: "~", count: seen.filter((row) => row.seen.state === state).length },
    ])
    .filter(({ count }) => count > 0)
    .map(({ state, mark, count }) => `${mark}${count} ${state}`)
    .join(" · ");
}

/** The map as it is later, when nothing but time has passed. */
export function agedMap(rows: readonly MapRow[], nowMs: number): readonly MapRow[] {
  return rows.map((row) => ({
    ...row,
    state: aged(row.state, nowMs),
    seen: seenRowOf(row.seen, nowMs),
  }));
}

/**
 * The pane that needs a person most: the next one that waits, counted on from the current pane and
 * round, else the one that is idle for longest. Never the current pane itself.
 *
 * @param current the pane that is in front; one that is not in the map counts as before the first
 */
export function neediestPane(
  rows: readonly MapRow[],
  current: string | null,
  nowMs: number,
): MapRow | null {
  const at = rows.findIndex((row) => row.pane === current);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
  const waiting = others.find((row) => effectiveState(row) === WAITING);
  if (waiting !== undefined) return waiting;
  const idle = others.filter((row) => effectiveState(row) === IDLE);
  const seconds = (row: MapRow) =>
    idleSeconds(row.state, nowMs) ??
      (row.seen.since === null ? 0 : nowMs / 1000 - row.seen.since);
  return idle.reduce<MapRow | null>(
    (best, row) => best === null || seconds(row) > seconds(best) ? row : best,
    null,
  );
}

/** A frame for a screen of so many rows: what does not fit gives way to a line that says so. */
export function fitRows(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const kept = lines.slice(0, Math.max(0, rows - 1));
  return [...kept, `… ${lines.length - kept.length} more`].slice(0, rows);
}
