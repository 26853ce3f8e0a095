/**
 * Whether a message may go to an agent in the state that it is in (contract §4.8).
 *
 * @module
 */

import { ACTIVE, type AgentState, type AgentStateName, IDLE, WAITING } from "../agent_state.ts";

/** Why somebody sends. */
export type SendIntent =
  /** A new message. */
  | "plain"
  /** The answer that an agent waits for. */
  | "answer"
  /** Whatever the state is. */
  | "force";

/** What the gate says. */
export type GateVerdict = "send" | "send with a warning" | "refuse";

/** Decides. A null state is unknown: nobody can tell, so the message goes, with a warning. */
export function sendGate(state: AgentStateName | null, intent: SendIntent): GateVerdict {
  if (intent === "force") return "send";
  if (state === null) return "send with a warning";
  return sendableStates(intent).includes(state) ? "send" : "refuse";
}

/** The readable states in which a message may go. */
export function sendableStates(intent: SendIntent): readonly AgentStateName[] {
  if (intent === "force") return [ACTIVE, WAITING, IDLE];
  return intent === "answer" ? [WAITING, IDLE] : [IDLE];
}

/** Why a message is refused in this state, and what to do. */
export function refusalReason(state: AgentStateName, intent: SendIntent): string {
  if (state === WAITING && intent === "plain") {
    return "is waiting for an answer; give it with --answer, or use --force to send all the same";
  }
  return `is ${state}; wait for it with --hold <secs>, or use --force to send all the same`;
}

/**
 * Milliseconds until a state that is written from now on can be told from this one. States are
 * stamped in whole seconds, so a turn that begins and ends in the second of the baseline would leave
 * the very same value behind.
 *
 * @param baseline the state before sending
 * @param nowMs milliseconds since 1970
 */
export function untilDistinct(baseline: AgentState | null, nowMs: number): number {
  if (baseline === null) return 0;
  const end = (baseline.epoch + 1) * 1000;
  const left = end - nowMs;
  // A stamp from the future is another clock's; waiting for it would not help.
  return left > 0 && left <= 1000 ? left : 0;
}
