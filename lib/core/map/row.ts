/**
 * A pane in the map, and how the map is shown.
 *
 * @module
 */

import { agentStateLabel, type AgentStateReport, UNKNOWN_LABEL } from "../agent_state.ts";
import { effectiveState, type SeenRow } from "./seen_row.ts";
import { changeLabel, type Place } from "./worktree_place.ts";

/** A pane and all that the map knows of it. */
export interface MapRow {
  readonly session: string;
  readonly windowIndex: number;
  readonly windowId: string | null;
  /** Exact id, `%N`: with the server it is what identifies the pane. */
  readonly pane: string;
  /** The window's name. */
  readonly tab: string;
  /** Empty when tmux doesn't know it. */
  readonly cwd: string;
  /** What the pane's terminal runs in the foreground; a wrapped agent's is its shell. */
  readonly command: string;
  readonly state: AgentStateReport;
  /** What is seen of an agent whose state no hook wrote. */
  readonly seen: SeenRow;
  readonly place: Place;
}

/** A cell of the table and how it is drawn. */
export interface MapCell {
  readonly text: string;
  readonly style: "dim" | "green" | "yellow" | "cyan";
}

const STYLES = { active: "green", waiting: "yellow", idle: "cyan" } as const;

/** The table's headers and cells. Sessions have a column only where there may be several. */
export function mapTable(
  rows: readonly MapRow[],
  options: { readonly sessions: boolean },
): { readonly headers: readonly string[]; readonly rows: readonly (string | MapCell)[][] } {
  const headers = ["Pane", "WinIdx", "Tab", "Worktree", "Change", "Stage", "Agent"];
  return {
    headers: options.sessions ? ["Session", ...headers] : headers,
    rows: rows.map((row) => [
      ...(options.sessions ? [row.session] : []),
      row.pane,
      String(row.windowIndex),
      row.tab,
      known(row.place.worktree),
      known(changeLabel(row.place)),
      known(row.place.stage),
      agentCell(row),
    ]),
  };
}

function agentCell(row: MapRow): MapCell {
  const state = effectiveState(row);
  return {
    text: row.state.state === null ? row.seen.label : agentStateLabel(row.state),
    style: state === null ? "dim" : STYLES[state],
  };
}

function known(value: string | null): string | MapCell {
  return value ?? { text: UNKNOWN_LABEL, style: "dim" };
}

/** A pane of another host. */
export interface HostRow {
  readonly host: string;
  readonly row: MapRow;
}

/** {@linkcode mapTable} with the hosts in front. Sessions of other hosts are always several. */
export function hostTable(rows: readonly HostRow[]): ReturnType<typeof mapTable> {
  const { headers, rows: cells } = mapTable(rows.map(({ row }) => row), { sessions: true });
  return {
    headers: ["Host", ...headers],
    rows: cells.map((row, index) => [rows[index]?.host ?? "", ...row]),
  };
}

/** The rows as JSON has them. The names and their order are a contract. */
export function mapJson(rows: readonly MapRow[], server: string | null): readonly unknown[] {
  return rows.map((row) => ({
    session: row.session,
    window_index: row.windowIndex,
    window_id: row.windowId,
    pane: row.pane,
    tab: row.tab,
    worktree: row.place.worktree,
    repo: row.place.repo,
    change: row.place.change,
    stage: row.place.stage,
    display_state: row.place.displayState,
    agent_state: row.state.state,
    agent_idle_duration: row.state.idleDuration,
    pr_url: row.place.prUrl,
    pr_number: row.place.prNumber,
    cwd: row.cwd === "" ? null : row.cwd,
    command: row.command,
    server,
    seen_state: row.seen.state,
    seen_by: row.seen.by,
    seen_since: row.seen.since,
    progress: row.seen.progress,
    fab_worktree: row.place.isFab,
  }));
}
