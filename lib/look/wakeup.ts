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
   * @throws {InterruptedError} when a signal came.
   */
  pause(ms: number): Promise<void>;
}

/** Makes a {@linkcode Wakeup}. */
export function createWakeup(clock: Clock): Wakeup {
  let next = Promise.withResolvers<void>();
  return {
    wake: () => next.resolve(),
    async pause(ms) {
      await Promise.race([clock.sleep(ms), next.promise]);
      next = Promise.withResolvers();
    },
  };
}
