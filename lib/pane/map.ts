/**
 * All panes of a scope, with their worktrees, changes and agent states.
 *
 * @module
 */

import { UNKNOWN_STATE } from "../core/agent_state.ts";
import type { MapRow } from "../core/map/row.ts";
import { NOTHING_SEEN_ROW, type SeenRow, seenRowOf } from "../core/map/seen_row.ts";
import { type AgentTable, mayBeAgent } from "../core/seen/who.ts";
import type { PaneScope } from "../core/map/scope.ts";
import type { Clock, Context } from "../ports.ts";
import { createEye, type Eye } from "../seen/eye.ts";
import { lookAtPanes, type PaneLook } from "../seen/look.ts";
import { createCallChannel } from "../tmux/channel.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { listPanes } from "./enumerate.ts";
import { createPlaces } from "./worktree_places.ts";

/** How states that no hook wrote are seen, from one map to the next. */
export interface MapEye {
  readonly table: AgentTable;
  readonly eye: Eye;
}

/** Milliseconds that `settle` takes, and its looks. */
const SETTLE_MS = 300;
const SETTLE_LOOKS = 2;

/** A {@linkcode MapEye} that has seen nothing yet; null without a table: seeing is switched off. */
export function mapEye(table: AgentTable | null, clock: Clock): MapEye | null {
  return table === null ? null : { table, eye: createEye(table, clock) };
}

/**
 * Maps panes. Each distinct directory is looked at once, on the file system alone.
 *
 * @param seen null: no state is told but those that hooks wrote
 * @throws as {@linkcode listPanes}
 */
export async function mapPanes(
  context: Context,
  tmux: Tmux,
  options: {
    readonly scope: PaneScope;
    readonly seen: MapEye | null;
    /** Looks a little longer where one look tells no state. */
    readonly settle?: boolean;
  },
): Promise<readonly MapRow[]> {
  const { scope, seen } = options;
  const lookedAt = seen === null ? null : (command: string) => mayBeAgent(command, seen.table);
  const { panes, states: coming, looks } = await listPanes(context, tmux, scope, lookedAt);
  const places = createPlaces(context.files);
  const looked = Promise.all(panes.map(async (pane) => ({
    pane,
    place: await places.of(pane.cwd),
  })));
  const [states, found, glances] = await Promise.all([coming, looked, looks]);
  const now = context.clock.now();
  const rows = found.map(({ pane, place }): MapRow => ({
    session: pane.session,
    windowIndex: pane.windowIndex,
    windowId: pane.windowId,
    pane: pane.pane,
    tab: pane.tab,
    cwd: pane.cwd,
    command: pane.command,
    state: states.get(pane.pane) ?? UNKNOWN_STATE,
    seen: seenRow(seen?.eye ?? null, { pane: pane.pane, look: glances.get(pane.pane) }, now),
    place,
  }));
  return options.settle === true && seen !== null
    ? await settled(context, tmux, { rows, seen })
    : rows;
}

/** Looks again, over one more connection, at the agents that one look did not tell of. */
async function settled(
  { clock }: Context,
  tmux: Tmux,
  { rows, seen }: { readonly rows: readonly MapRow[]; readonly seen: MapEye },
): Promise<readonly MapRow[]> {
  const open = rows.map(({ pane }) => pane).filter((pane) => {
    const last = seen.eye.last(pane);
    return last !== null && last.agent !== null && last.state === null;
  });
  if (open.length === 0) return rows;
  const channel = createCallChannel(tmux);
  for (let look = 0; look < SETTLE_LOOKS; look++) {
    await clock.sleep(SETTLE_MS / SETTLE_LOOKS);
    for (const [pane, seeing] of await lookAtPanes(channel, open, clock)) {
      seen.eye.see(pane, seeing);
    }
  }
  return rows.map((row) => {
    const last = open.includes(row.pane) ? seen.eye.last(row.pane) : null;
    return last === null ? row : { ...row, seen: seenRowOf(last, clock.now()) };
  });
}

function seenRow(
  eye: Eye | null,
  { pane, look }: { readonly pane: string; readonly look: PaneLook | undefined },
  nowMs: number,
): SeenRow {
  return look === undefined || eye === null
    ? NOTHING_SEEN_ROW
    : seenRowOf(eye.see(pane, look), nowMs);
}
