/**
 * Holding a delivery while the agent is at work.
 *
 * @module
 */

import type { Clock } from "../../ports.ts";
import { AtWorkError } from "../gate/at_work.ts";
import { TimeOverError } from "./limit.ts";

/** Milliseconds until an agent that was at work is looked at again. */
const EVERY_MS = 500;

/**
 * Begins a delivery anew while the agent is at work. Nothing is held meanwhile: whoever may type goes
 * first.
 *
 * @param holdMs milliseconds; 0 begins it once
 * @throws {AtWorkError} when the agent is at work still, also where a time limit ended the wait.
 */
export async function heldWhileAtWork<T>(
  clock: Clock,
  holdMs: number,
  begin: () => Promise<T>,
): Promise<T> {
  const end = clock.monotonic() + holdMs;
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      const left = end - clock.monotonic();
      if (!(error instanceof AtWorkError) || left <= 0) throw error;
      await clock.sleep(Math.min(EVERY_MS, left)).catch((over) => {
        throw over instanceof TimeOverError ? error : over;
      });
    }
  }
}
