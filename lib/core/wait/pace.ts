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
const SHARE = 1 / 100;

/**
 * Longest pauses. A reaction takes half a pause in the middle; one look takes about 1 ms of
 * processor time over a standing connection, and some 5 ms as a program of its own. Where all that
 * is waited for is told without looking, looks only make up for what was not told.
 */
const MOST_CONNECTED_MS = 180;
const MOST_PROGRAM_MS = 280;
const MOST_TOLD_MS = 500;

/** How looks are made, and whether they are needed. */
export interface Looking {
  /** By a standing connection. */
  readonly connected: boolean;
  /** Nothing is waited for that only a look would find. */
  readonly told: boolean;
}

/** Milliseconds until the next look. */
export function lookPause(waitedMs: number, { connected, told }: Looking): number {
  const most = !connected ? MOST_PROGRAM_MS : told ? MOST_TOLD_MS : MOST_CONNECTED_MS;
  return Math.min(most, Math.max(LEAST_MS, waitedMs * SHARE));
}
