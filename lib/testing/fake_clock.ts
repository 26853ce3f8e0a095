/**
 * Time that passes only when something sleeps or a test says so.
 *
 * @module
 */

import type { Clock } from "../ports.ts";

/** A {@linkcode Clock} on which waiting takes no time. */
export interface FakeClock extends Clock {
  /** Lets time pass; what was planned with {@linkcode FakeClock.at} happens on the way. */
  advance(ms: number): Promise<void>;
  /** Plans something for a time of {@linkcode Clock.monotonic}: a screen that changes, a process that ends. */
  at(ms: number, event: () => void | Promise<void>): void;
  /** Lengths of all sleeps so far, in order. */
  readonly sleeps: readonly number[];
}

/**
 * Makes a {@linkcode FakeClock}. `monotonic` begins at 0. A sleep moves the time at once, also that
 * of others who sleep meanwhile.
 *
 * @param options.now milliseconds since 1970 at the beginning
 * @param options.signal ends sleeps as the real clock's does
 */
export function fakeClock(
  options: { readonly now?: number; readonly signal?: AbortSignal } = {},
): FakeClock {
  const start = options.now ?? 1_751_800_000_000;
  const sleeps: number[] = [];
  const plan: { ms: number; event: () => void | Promise<void> }[] = [];
  let elapsed = 0;

  async function advance(ms: number): Promise<void> {
    const end = elapsed + ms;
    for (;;) {
      plan.sort((a, b) => a.ms - b.ms);
      const next = plan[0];
      if (next === undefined || next.ms > end) break;
      plan.shift();
      elapsed = Math.max(elapsed, next.ms);
      await next.event();
    }
    elapsed = Math.max(elapsed, end);
  }

  return {
    sleeps,
    advance,
    at: (ms, event) => void plan.push({ ms, event }),
    now: () => start + elapsed,
    monotonic: () => elapsed,
    async sleep(ms) {
      options.signal?.throwIfAborted();
      sleeps.push(ms);
      await advance(ms);
      // A turn of the loop that is not faster than anything else that waits.
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
      options.signal?.throwIfAborted();
    },
  };
}
