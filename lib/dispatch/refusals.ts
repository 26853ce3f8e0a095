/**
 * Refusals that several verbs make, each with the verb that helps.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Attempt } from "./attempt.ts";

/** There is nothing recorded of this stage. */
export function noRecord({ id, stage, label }: Attempt): FabError {
  return new FabError(
    "failed",
    `no dispatch of ${label}; begin with 'fab dispatch start ${id} ${stage}' (headless) or ` +
      `'fab dispatch open ${id} ${stage}' (pane)`,
  );
}

/** The worker is at work, so a launch or a removal must not happen. */
export function alreadyRunning({ id, stage, label }: Attempt, worker: string): FabError {
  return new FabError(
    "failed",
    `${label} is already running (${worker}); wait for it, or end it with ` +
      `'fab dispatch kill ${id} ${stage}'`,
  );
}

/** There is no prompt to launch with. */
export function noPrompt({ id, stage, paths }: Attempt): FabError {
  return new FabError(
    "failed",
    `no prompt at ${paths.prompt}; give one on standard input to ` +
      `'fab dispatch start ${id} ${stage}' or 'fab dispatch open ${id} ${stage}'`,
  );
}
