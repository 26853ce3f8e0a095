/**
 * A pause that others can end.
 *
 * @module
 */

import type { Clock } from "../ports.ts";

/** Lets one loop pause, and others wake it. */
export interface Wakeup {
  /** Ends the present pause, or the next one at once. */
  wake(): void;
  /**
   * Pauses until woken, at most `ms` milliseconds.
   *
   * @returns whether it was woken
   * @throws {InterruptedError} when a signal came.
   */
  pause(ms: number): Promise<boolean>;
}

/** Makes a {@linkcode Wakeup}. */
export function createWakeup(clock: Clock): Wakeup {
  let next = Promise.withResolvers<void>();
  return {
    wake: () => next.resolve(),
    async pause(ms) {
      const woken = await Promise.race([
        clock.sleep(ms).then(() => false),
        next.promise.then(() => true),
      ]);
      next = Promise.withResolvers();
      return woken;
    },
  };
}
