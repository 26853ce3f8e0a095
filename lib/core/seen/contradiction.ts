/**
 * Where the state that a hook wrote and the one that is seen say different things.
 *
 * @module
 */

import type { AgentState, AgentStateName } from "../agent_state.ts";

/** Seconds for which both have to stand: hooks write late, and screens change late. */
const SECONDS = 10;

/**
 * Whether both are known and have said different things for ten seconds: an agent that was killed,
 * an idle that was never written. The hook's state stays the answer; this is worth a word.
 */
export function contradicts(
  { hook, seen, nowMs }: {
    readonly hook: AgentState | null;
    readonly seen: { readonly state: AgentStateName | null; readonly since: number | null };
    readonly nowMs: number;
  },
): boolean {
  if (hook === null || seen.state === null || seen.since === null) return false;
  if (hook.state === seen.state) return false;
  return nowMs / 1000 - Math.max(hook.epoch, seen.since) >= SECONDS;
}
