/**
 * What the commands that tell states have in common: whether those that are seen count.
 *
 * @module
 */

import type { FlagSpec } from "../command.ts";

/** `--hooks-only`. */
export const hooksOnlyFlag: FlagSpec = {
  name: "hooks-only",
  summary: "only states that agents' hooks wrote, none that is seen",
};
