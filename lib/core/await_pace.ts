/**
 * How often a wait looks.
 *
 * @module
 */

/**
 * Shortest pause between two looks. The pause grows with the time that was waited, so that a short
 * wait is answered at once and a long one costs next to nothing.
 */
const LEAST_MS = 30;
const SHARE = 1 / 50;

/**
 * Longest pauses. A reaction takes half a pause in the middle; one look takes about 1 ms of
 * processor time over a standing connection, and some 5 ms as a program of its own.
 */
const MOST_CONNECTED_MS = 200;
const MOST_PROGRAM_MS = 280;

/** Milliseconds until the next look. */
export function lookPause(waitedMs: number, options: { readonly connected: boolean }): number {
  const most = options.connected ? MOST_CONNECTED_MS : MOST_PROGRAM_MS;
  return Math.min(most, Math.max(LEAST_MS, waitedMs * SHARE));
}
