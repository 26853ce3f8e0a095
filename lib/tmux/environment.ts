/**
 * What programs in new panes inherit from the server.
 *
 * @module
 */

import { namesIn } from "../core/agent/inherited.ts";
import type { Tmux } from "./tmux.ts";

/**
 * Those of some variables that a new pane would have, from the server's environment or its session's.
 *
 * @param target of the session, or a pane of it; null for the one that tmux takes by itself
 */
export async function inheritedNames(
  tmux: Tmux,
  wanted: readonly string[],
  target: string | null = null,
): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const of = target === null ? [] : ["-t", target];
  const seen = await tmux.attempt([["show-environment", "-g"], ["show-environment", ...of]]);
  return namesIn(wanted, seen.stdout);
}
