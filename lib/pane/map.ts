/**
 * All panes of a scope, with their worktrees, changes and agent states.
 *
 * @module
 */

import type { MapRow } from "../core/map_row.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { listPanes, type PaneScope } from "./enumerate.ts";
import { createPlaces } from "./place.ts";

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
  const panes = await listPanes(context, tmux, scope);
  const places = createPlaces(context.files);
  return await Promise.all(panes.map(async (pane): Promise<MapRow> => ({
    session: pane.session,
    windowIndex: pane.windowIndex,
    windowId: pane.windowId,
    pane: pane.pane,
    tab: pane.tab,
    cwd: pane.cwd,
    command: pane.command,
    state: pane.state,
    place: await places.of(pane.cwd),
  })));
}
