/**
 * Waiting for a pane, the one way: look, decide, wait a little longer each time, until a deadline.
 *
 * @module
 */

import { type Look, look, type PaneHandle } from "./pane_handle.ts";

/** Milliseconds between two looks: from the first to the most. */
const FIRST_MS = 3;
const MOST_MS = 40;
const GROWTH = 1.5;

/** What a wait came to. */
export interface Waited<T> {
  /** What `check` found, null when the time was over first. */
  readonly found: T | null;
  /** The last look. */
  readonly look: Look;
  /** Milliseconds it took. */
  readonly tookMs: number;
}

/**
 * Looks at a pane until `check` finds something. The first look comes at once; the last one is not
 * before the deadline, so that something which came in the last pause is still seen.
 *
 * @param check gets each look; null means “not yet”
 * @throws {PaneMissingError} when the pane goes away.
 * @throws {InterruptedError} when a signal came.
 */
export async function waitForPane<T>(
  handle: PaneHandle,
  options: {
    readonly timeoutMs: number;
    readonly check: (look: Look, elapsedMs: number) => T | null;
  },
): Promise<Waited<T>> {
  const { clock } = handle.context;
  const start = clock.monotonic();
  let pause = FIRST_MS;
  for (;;) {
    const asked = clock.monotonic() - start;
    const seen = await look(handle);
    const found = options.check(seen, asked);
    const elapsed = clock.monotonic() - start;
    if (found !== null || asked >= options.timeoutMs) {
      return { found, look: seen, tookMs: elapsed };
    }
    await clock.sleep(Math.min(pause, Math.max(1, options.timeoutMs - elapsed)));
    pause = Math.min(MOST_MS, pause * GROWTH);
  }
}
