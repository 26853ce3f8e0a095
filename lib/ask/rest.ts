/**
 * Tells the end of a turn by what is seen of an agent: it must have been seen at work, or have stood
 * still for long enough that it would have been.
 *
 * @module
 */

import { ACTIVE, IDLE, WAITING } from "../core/agent_state.ts";
import type { Sighting } from "../seen/eye.ts";

/** Milliseconds for which an agent that was not seen at work is idle before its turn counts as over. */
const NEVER_ACTIVE_MS = 6000;
/** Milliseconds for which one that was seen at work is idle: some rest between two steps of a turn. */
const OVER_MS = 700;
/** Milliseconds without a change after which a program of which nothing is known counts as done. */
const STRANGER_MS = 5000;
/** Milliseconds for which a question stands before it counts: some flash by. */
const QUESTION_MS = 400;
/** Milliseconds for which an agent is not seen any more before it counts as ended. */
const EXITED_MS = 3000;

/** What the looks so far come to. */
export interface Rest {
  /** A turn was seen to be in progress. */
  readonly begun: boolean;
  /** One more look. */
  look(sighting: Sighting, atMs: number): "idle" | "waiting" | "exited" | null;
}

/** Makes one that has seen nothing yet. */
export function createRest(seeing: boolean): Rest {
  let begun = false;
  let known = false;
  /** Since when it is as it is. */
  const since = new Map<string, number>();
  const lasts = (what: string, holds: boolean, atMs: number): number => {
    if (!holds) {
      since.delete(what);
      return -1;
    }
    if (!since.has(what)) since.set(what, atMs);
    return atMs - (since.get(what) ?? atMs);
  };
  let shown = 0;
  return {
    get begun() {
      return begun;
    },
    look({ state, agent, facts }, atMs) {
      if (agent !== null) known = true;
      if (state === ACTIVE) begun = true;
      const waiting = lasts("waiting", state === WAITING, atMs);
      const idle = lasts("idle", state === IDLE, atMs);
      const away = lasts("away", known && agent === null, atMs);
      const still = lasts("still", facts.calm === shown, atMs);
      shown = facts.calm;
      if (waiting >= QUESTION_MS) return "waiting";
      if (away >= EXITED_MS) return "exited";
      if (idle >= (begun ? OVER_MS : NEVER_ACTIVE_MS)) return "idle";
      const stranger = !known || !seeing;
      return stranger && still >= STRANGER_MS ? "idle" : null;
    },
  };
}
