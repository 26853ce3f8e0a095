/**
 * What the lines of `fab dispatch` have in common.
 *
 * @module
 */

import type { ArgSpec, ParsedLine } from "../command.ts";
import { STAGES } from "../../core/stages.ts";

/** The arguments that name an attempt. */
export const ATTEMPT_ARGS: readonly ArgSpec[] = [
  {
    name: "change",
    summary: "its id, a part of its name that no other change has, or the whole name",
    complete: "change",
  },
  { name: "stage", choices: STAGES, summary: "the step of the pipeline", complete: "stage" },
];

/** Which attempt is meant. */
export interface AttemptTarget {
  readonly change: string;
  readonly stage: string;
}

/** Reads {@linkcode ATTEMPT_ARGS}. */
export function attemptTarget(line: ParsedLine): AttemptTarget {
  const [change = "", stage = ""] = line.args;
  return { change, stage };
}
