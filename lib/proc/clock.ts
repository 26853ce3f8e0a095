/**
 * The real clock.
 *
 * @module
 */

import type { Clock } from "../ports.ts";

/** Makes the real {@linkcode Clock}; its sleeps end with the signal's reason when it is aborted. */
export function createClock(signal: AbortSignal): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep(ms) {
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const interrupt = () => {
          clearTimeout(timer);
          reject(signal.reason);
        };
        const timer = setTimeout(() => {
          signal.removeEventListener("abort", interrupt);
          resolve();
        }, ms);
        signal.addEventListener("abort", interrupt, { once: true });
      });
    },
  };
}
