/**
 * The one table of exit codes (contract §3).
 *
 * @module
 */

import { ClosedPipeError, type ErrorKind, FabError, InterruptedError } from "../core/errors.ts";

/** Exit code of an operation that was done. */
export const EXIT_DONE = 0;

/** Exit code of each kind of error. */
export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  failed: 1,
  usage: 2,
  "pane-missing": 2,
  tmux: 3,
  host: 3,
};

/** 128 + the signal's number, as shells count. */
const SIGNAL_CODES: Readonly<Record<InterruptedError["signal"], number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/** What each code means, for help texts. */
export const EXIT_MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "done"],
  ["1", "the operation failed"],
  ["2", "wrong usage, or no such pane"],
  ["3", "tmux failed: no server, bad socket, refused command; or ssh failed"],
  ["129, 130, 143", "ended by SIGHUP, SIGINT, SIGTERM"],
];

/**
 * The code that an error ends the program with. A closed pipe is no failure: tmux's own clients
 * end with 0 then.
 */
export function exitCodeOf(error: unknown): number {
  if (error instanceof FabError) return EXIT_CODES[error.kind];
  if (error instanceof InterruptedError) return SIGNAL_CODES[error.signal];
  if (error instanceof ClosedPipeError) return EXIT_DONE;
  return EXIT_CODES.failed;
}
