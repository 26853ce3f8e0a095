/**
 * Ends a pane, unless its agent is at work.
 *
 * @module
 */

import { ACTIVE, WAITING } from "../core/agent_state.ts";
import { FabError } from "../core/errors.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { readPaneState } from "../look/state.ts";

/**
 * Kills a pane and what runs in its terminal. A pane whose state is unknown or idle is killed; one that is
 * `active` or `waiting` only by `force`.
 *
 * @returns the session that ended with it, its last pane; null for none
 * @throws {FabError} when the agent is at work, naming its state and the way out.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function killPane(
  tmux: Tmux,
  pane: string,
  options: { readonly force: boolean },
): Promise<string | null> {
  const state = (await readPaneState(tmux, pane))?.state;
  if (!options.force && (state === ACTIVE || state === WAITING)) {
    throw new FabError("failed", `pane ${pane} is ${state}; --force kills it all the same`);
  }
  const fields = ["session_name", "session_windows", "window_panes"] as const;
  const { fields: place } = await tmux.pane(pane, fields, [["kill-pane", "-t", pane]]);
  const last = place.session_windows === "1" && place.window_panes === "1";
  return last ? place.session_name : null;
}
