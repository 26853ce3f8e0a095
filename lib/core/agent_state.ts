/**
 * Agent state: the grammar of the pane option that rk's agent hooks write, and how it is shown.
 * Every reader goes through this module. `fab` reads the option and never writes it.
 *
 * @module
 */

import { formatDuration, parseDuration } from "./duration.ts";

/** The pane option that holds an agent's state: `<state>:<epoch seconds>[:<pid>]`. */
export const AGENT_STATE_OPTION = "@rk_pane_agent_state";

/** The option's retired name, read only where the current one is unset or empty on the pane. */
export const LEGACY_AGENT_STATE_OPTION = "@rk_agent_state";

/** A turn is in progress. */
export const ACTIVE = "active";
/** Blocked on a human. */
export const WAITING = "waiting";
/** The turn is complete. */
export const IDLE = "idle";

/** All states, in the order in which they need a person: none, then at once, then soon. */
export const AGENT_STATES = [ACTIVE, WAITING, IDLE] as const;

export type AgentStateName = (typeof AGENT_STATES)[number];

/** How an unknown state, and everything else that is absent, is shown in tables. */
export const UNKNOWN_LABEL = "—";

/** A state and since when. */
export interface AgentState {
  readonly state: AgentStateName;
  /** Seconds since 1970, by the clock of whoever wrote it. */
  readonly epoch: number;
}

/** What readers report of a pane: both null when the state is unknown. */
export interface AgentStateReport {
  readonly state: AgentStateName | null;
  /** How long it is idle already, as `2m`; only ever for `idle`. */
  readonly idleDuration: string | null;
  /** Seconds since 1970 since when it is idle; null when it isn't, or only the duration is told. */
  readonly idleSince: number | null;
}

/** The report of a pane whose state nobody wrote. */
export const UNKNOWN_STATE: AgentStateReport = {
  state: null,
  idleDuration: null,
  idleSince: null,
};

/** Whether a word is one of the three states. */
export function isAgentState(word: unknown): word is AgentStateName {
  return (AGENT_STATES as readonly unknown[]).includes(word);
}

/**
 * Reads an option's value. Null is unknown: an ordinary answer, for every value that does not
 * keep to the grammar. A pid is checked and dropped: it is not `fab`'s to judge liveness by it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseAgentState("waiting:1751790000:48213"), {
 *   state: "waiting",
 *   epoch: 1751790000,
 * });
 * assertEquals(parseAgentState("idle:soon"), null);
 * ```
 */
export function parseAgentState(raw: string): AgentState | null {
  const segments = raw.trim().split(":");
  if (segments.length !== 2 && segments.length !== 3) return null;
  const [state, epoch, pid] = segments;
  if (!isAgentState(state)) return null;
  if (!/^-?\d+$/.test(epoch ?? "")) return null;
  const seconds = Number(epoch);
  if (!Number.isSafeInteger(seconds)) return null;
  if (pid !== undefined && !(/^\d+$/.test(pid) && Number(pid) > 0)) return null;
  return { state, epoch: seconds };
}

/**
 * The state of a pane with these values of the current and the retired option, each as set on the
 * pane itself. Where both are set the current one decides, even when it does not parse.
 */
export function resolveAgentState(
  canonical: string | null,
  legacy: string | null,
): AgentState | null {
  const value = canonical === null || canonical.trim() === "" ? legacy : canonical;
  return value === null ? null : parseAgentState(value);
}

/**
 * What to report of a state now.
 *
 * @param nowMs milliseconds since 1970
 */
export function reportAgentState(state: AgentState | null, nowMs: number): AgentStateReport {
  if (state === null) return UNKNOWN_STATE;
  const idleSince = state.state === IDLE ? state.epoch : null;
  return aged({ state: state.state, idleDuration: null, idleSince }, nowMs);
}

/** A report as it is later: the duration has grown, where it is known since when. */
export function aged(report: AgentStateReport, nowMs: number): AgentStateReport {
  if (report.idleSince === null) return report;
  const seconds = Math.floor(nowMs / 1000) - report.idleSince;
  return { ...report, idleDuration: formatDuration(seconds) };
}

/** For how many seconds a pane is idle, as exactly as is known; null when it isn't. */
export function idleSeconds(report: AgentStateReport, nowMs: number): number | null {
  if (report.state !== IDLE) return null;
  if (report.idleSince !== null) return Math.max(0, nowMs / 1000 - report.idleSince);
  return parseDuration(report.idleDuration ?? "") ?? 0;
}

/** A report as people see it: `active`, `waiting`, `idle (2m)`, `—`. */
export function agentStateLabel(report: AgentStateReport): string {
  if (report.state === null) return UNKNOWN_LABEL;
  return report.idleDuration === null ? report.state : `${report.state} (${report.idleDuration})`;
}
