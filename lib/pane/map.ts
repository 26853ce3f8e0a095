/**
 * All panes of a scope, with their worktrees, changes and agent states.
 *
 * @module
 */

import { UNKNOWN_STATE } from "../core/agent_state.ts";
import type { MapRow } from "../core/map/row.ts";
import type { PaneScope } from "../core/map/scope.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { listPanes } from "./enumerate.ts";
import { createPlaces } from "./worktree_places.ts";

/**
 * Maps panes. Each distinct directory is looked at once, on the file system alone.
 *
 * @throws as {@linkcode listPanes}
 */
export async function mapPanes(
  context: Context,
  tmux: Tmux,
  scope: PaneScope,
): Promise<readonly MapRow[]> {
  const { panes, states: coming } = await listPanes(context, tmux, scope);
  const places = createPlaces(context.files);
  const looked = Promise.all(panes.map(async (pane) => ({
    pane,
    place: await places.of(pane.cwd),
  })));
  const [states, found] = await Promise.all([coming, looked]);
  return found.map(({ pane, place }): MapRow => ({
    session: pane.session,
    windowIndex: pane.windowIndex,
    windowId: pane.windowId,
    pane: pane.pane,
    tab: pane.tab,
    cwd: pane.cwd,
    command: pane.command,
    state: states.get(pane.pane) ?? UNKNOWN_STATE,
    place,
  }));
}
