/**
 * Pane modes (copy mode, a list to choose from), in which keys are taken for the mode's commands.
 *
 * @module
 */

import type { Look, PaneHandle } from "./pane_handle.ts";
import { waitForPane } from "./poll.ts";

/** Modes lie on one another; nobody piles up more. */
const MOST = 8;
const LEAVE_MS = 1000;

/** Whether a pane was in a mode. tmux tells how many. */
export function isInMode({ facts }: Look): boolean {
  return facts.pane_in_mode !== "0" && facts.pane_in_mode !== "";
}

/**
 * Leaves all modes, one after another.
 *
 * @returns the pane then; it is in a mode still when one did not go within a second
 */
export async function leaveModes(handle: PaneHandle, seen: Look): Promise<Look> {
  let at = seen;
  for (let mode = 0; mode < MOST && isInMode(at); mode++) {
    const before = at.facts.pane_in_mode;
    await handle.tmux.attempt([["send-keys", "-X", "-t", handle.pane, "cancel"]]);
    const waited = await waitForPane(handle, {
      timeoutMs: LEAVE_MS,
      check: ({ facts }) => facts.pane_in_mode === before ? null : true,
    });
    at = waited.look;
    if (waited.found === null) break;
  }
  return at;
}
