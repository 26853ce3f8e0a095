/**
 * What an agent's own record says of its state, and how that goes together with what is seen.
 *
 * @module
 */

import { ACTIVE, IDLE } from "../agent_state.ts";
import type { RecordEvent } from "../records/event.ts";
import type { Facts } from "./facts.ts";
import type { Verdict } from "./judge.ts";

/** The last turn in a record. */
export interface RecordedTurn {
  readonly state: typeof ACTIVE | typeof IDLE;
  /** Milliseconds since 1970 of what tells it; null where the record does not say. */
  readonly time: number | null;
}

/** Whether these events are enough to tell the last turn. */
export function tellsTurn(events: readonly RecordEvent[]): boolean {
  return turnOf(events) !== null;
}

/**
 * The last turn: one that ended, or one that began and did not end. A prompt in the history alone may
 * be a command of the agent's own, and begins none.
 */
export function turnOf(events: readonly RecordEvent[]): RecordedTurn | null {
  const last = events.findLast(({ kind, source }) => source === "turns" && kind !== "queued");
  if (last === undefined) return null;
  return { state: last.kind === "turn-ended" ? IDLE : ACTIVE, time: last.time };
}

/**
 * The verdict with what the record says. It is evidence in any case, and decides where what is seen
 * does not: a turn that ended, with the input there and no sign of another; a turn that is in
 * progress. Against what is seen it decides nothing: a turn that was interrupted has no end.
 */
export function withRecord<V extends Verdict & { readonly facts: Facts }>(
  seen: V,
  turn: RecordedTurn | null,
): V {
  if (turn === null || seen.facts.agent === null) return seen;
  const item = { what: `its record: a turn ${wordOf(turn)}`, says: turn.state };
  const { facts } = seen;
  const rests = facts.atInput && !facts.work && !facts.question && facts.title !== ACTIVE;
  const decides = seen.state === null && (turn.state === ACTIVE || rests);
  if (!decides) return { ...seen, evidence: [...seen.evidence, item] };
  return {
    ...seen,
    state: turn.state,
    by: item.what,
    sure: "sure",
    evidence: [item, ...seen.evidence],
  };
}

function wordOf({ state }: RecordedTurn): string {
  return state === IDLE ? "ended" : "began and has not ended";
}
