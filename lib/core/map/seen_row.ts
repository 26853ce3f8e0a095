/**
 * The state that is seen, as the map shows it.
 *
 * @module
 */

import { type AgentStateName, UNKNOWN_LABEL } from "../agent_state.ts";
import { NOTHING_SEEN, seenLabel, type SeenReport } from "../seen/state_text.ts";

/** What is seen of a pane, and how that is shown. */
export interface SeenRow extends SeenReport {
  /** `~idle (3m)`. */
  readonly label: string;
}

/** Nothing is seen. */
export const NOTHING_SEEN_ROW: SeenRow = { ...NOTHING_SEEN, label: UNKNOWN_LABEL };

/** What is seen, as it is shown now. Where there is no state, nothing else is told either. */
export function seenRowOf(report: SeenReport, nowMs: number): SeenRow {
  const { state, by, since, progress } = report;
  if (state === null) return NOTHING_SEEN_ROW;
  return { state, by, since, progress, label: seenLabel(report, nowMs) };
}

/** The state of a pane as a person needs it: what a hook wrote, else what is seen. */
export function effectiveState(
  row: { readonly state: { readonly state: AgentStateName | null }; readonly seen: SeenRow },
): AgentStateName | null {
  return row.state.state ?? row.seen.state;
}
