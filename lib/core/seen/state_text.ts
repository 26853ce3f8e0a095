/**
 * How a state that is seen is shown: with a `~` in front, apart from what a hook wrote.
 *
 * @module
 */

import {
  type AgentState,
  agentStateLabel,
  type AgentStateName,
  IDLE,
  reportAgentState,
  UNKNOWN_LABEL,
} from "../agent_state.ts";
import { formatDuration } from "../duration.ts";
import type { Verdict } from "./judge.ts";

/** A turn in which nothing has come for so many seconds is said to be still. */
const STILL_SECS = 60;

/** What is shown of a sighting. */
export interface SeenReport {
  readonly state: AgentStateName | null;
  /** A few words. */
  readonly by: string | null;
  /** Seconds since 1970. */
  readonly since: number | null;
  readonly progress: number | null;
}

/** Nothing is seen. */
export const NOTHING_SEEN: SeenReport = { state: null, by: null, since: null, progress: null };

/** `~active`, `~active, still for 4m`, `~waiting`, `~idle (3m)`, `—`. */
export function seenLabel(report: SeenReport, nowMs: number): string {
  if (report.state === null) return UNKNOWN_LABEL;
  const secs = (since: number) => Math.max(0, Math.floor(nowMs / 1000) - since);
  if (report.state === IDLE && report.since !== null) {
    return `~${report.state} (${formatDuration(secs(report.since))})`;
  }
  const still = report.progress === null ? 0 : secs(report.progress);
  return report.state === "active" && still >= STILL_SECS
    ? `~${report.state}, still for ${formatDuration(still)}`
    : `~${report.state}`;
}

/** Both states of a pane, for a person. */
export function statesText(
  about: {
    readonly pane: string;
    readonly hook: AgentState | null;
    readonly seen: SeenReport & Verdict & { readonly agent: string | null };
    readonly contradiction: boolean;
  },
  { nowMs, explain }: { readonly nowMs: number; readonly explain: boolean },
): string {
  const { seen } = about;
  const ago = (since: number | null) =>
    since === null
      ? UNKNOWN_LABEL
      : `${formatDuration(Math.max(0, Math.floor(nowMs / 1000) - since))} ago`;
  const hook = about.hook === null
    ? "no hook has written one"
    : `${agentStateLabel(reportAgentState(about.hook, nowMs))}, written ${ago(about.hook.epoch)}`;
  const lines = [
    `pane: ${about.pane}`,
    `agent: ${seen.agent ?? "none is seen"}`,
    `state: ${hook}`,
    `seen: ${seenLabel(seen, nowMs)} (${seen.by})`,
  ];
  if (about.contradiction) lines.push("the two contradict each other; the hook's is the answer");
  if (explain) {
    lines.push(`since: ${ago(seen.since)}`, `progress: ${ago(seen.progress)}`, "", "evidence:");
    seen.evidence.forEach(({ what, says }, index) =>
      lines.push(
        `  ${what}${says === null ? "" : ` -> ${says}`}${index === 0 ? "  (decides)" : ""}`,
      )
    );
  }
  return `${lines.join("\n")}\n`;
}

/** The same for a script. */
export function statesJson(
  about: Parameters<typeof statesText>[0],
  server: string | null,
): Readonly<Record<string, unknown>> {
  const { hook, seen } = about;
  return {
    pane: about.pane,
    agent: seen.agent,
    agent_state: hook?.state ?? null,
    agent_state_since: hook?.epoch ?? null,
    seen_state: seen.state,
    seen_by: seen.by,
    seen_since: seen.since,
    seen_sure: seen.sure === "sure",
    progress: seen.progress,
    contradiction: about.contradiction,
    evidence: seen.evidence.map(({ what, says }) => ({ what, says })),
    server,
  };
}

/** What is said once where an answer comes from what is seen. */
export function seenWarning(pane: string): string {
  return `no hook wrote the state of pane ${pane}; it is what is seen ` +
    "(--hooks-only leaves that out)";
}
