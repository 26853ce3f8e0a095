/**
 * The shape of what `rk mux panes --json` prints.
 *
 * @module
 */

import { type AgentStateReport, IDLE, isAgentState, UNKNOWN_STATE } from "../agent_state.ts";

/** A pane as rk lists it, with the state that rk has settled. */
export interface RkPane {
  readonly session: string;
  readonly windowIndex: number;
  /** Null where an rk does not tell it. */
  readonly windowId: string | null;
  readonly tab: string;
  readonly pane: string;
  readonly command: string;
  readonly cwd: string;
  readonly state: AgentStateReport;
}

/**
 * Checks rk's answer, row by row. Keys that are not used may be anything; those that are must be
 * what they are known to be.
 *
 * @returns null when it is no array of panes, or no JSON at all
 */
export function parseRkPanes(text: string): readonly RkPane[] | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(document)) return null;
  const panes: RkPane[] = [];
  for (const row of document) {
    const pane = parseRow(row);
    if (pane === null) return null;
    panes.push(pane);
  }
  return panes;
}

function parseRow(row: unknown): RkPane | null {
  if (typeof row !== "object" || row === null) return null;
  const field = row as Readonly<Record<string, unknown>>;
  const { session, window_index: windowIndex, window_name: tab, pane, command, cwd } = field;
  const windowId = field["window_id"] ?? null;
  if (typeof session !== "string" || typeof tab !== "string" || typeof command !== "string") {
    return null;
  }
  if (typeof pane !== "string" || !/^%\d+$/.test(pane) || typeof cwd !== "string") return null;
  if (typeof windowIndex !== "number" || !Number.isInteger(windowIndex)) return null;
  if (windowId !== null && typeof windowId !== "string") return null;
  const state = parseState(field["agent_state"], field["agent_state_duration"]);
  if (state === null) return null;
  return { session, windowIndex, windowId, tab, pane, command, cwd, state };
}

/** A state outside the three is unknown; a duration counts for `idle` only. */
function parseState(state: unknown, duration: unknown): AgentStateReport | null {
  if ((state ?? null) !== null && typeof state !== "string") return null;
  if ((duration ?? null) !== null && typeof duration !== "string") return null;
  if (!isAgentState(state)) return UNKNOWN_STATE;
  const told = typeof duration === "string" && duration !== "" ? duration : null;
  return { state, idleDuration: state === IDLE ? told : null, idleSince: null };
}
