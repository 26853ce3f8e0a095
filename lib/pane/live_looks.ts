/**
 * Looks between two maps at agents whose state no hook wrote, over a standing connection. What has
 * not changed since it was last seen at rest is not looked at again.
 *
 * @module
 */

import { IDLE, WAITING } from "../core/agent_state.ts";
import type { MapRow } from "../core/map/row.ts";
import { seenRowOf } from "../core/map/seen_row.ts";
import { TmuxError } from "../core/errors.ts";
import { mayBeAgent } from "../core/seen/who.ts";
import { createConnection } from "../look/connection.ts";
import type { Context } from "../ports.ts";
import { lookAtPanes } from "../seen/look.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";
import type { Tmux } from "../tmux/tmux.ts";
import type { MapEye } from "./map.ts";

/** What tells that a pane is worth a look. */
const FIELDS = ["pane_id", "window_activity", "pane_title", "pane_current_command"] as const;

/** Looks again at the panes of a map. */
export interface LiveLooks {
  /** The rows as they are seen now; the same array when nothing is new. */
  again(rows: readonly MapRow[]): Promise<readonly MapRow[]>;
  close(): Promise<void>;
}

/** Makes {@linkcode LiveLooks}; nothing is connected before it is needed. */
export function createLiveLooks(context: Context, tmux: Tmux, seen: MapEye): LiveLooks {
  const { clock } = context;
  const connection = createConnection(context, tmux, { onChange: () => {} });
  const resting = new Map<string, string>();

  async function changed(rows: readonly MapRow[]): Promise<readonly string[]> {
    const nonce = newNonce();
    const [listed = ""] = await connection.ask([
      ["list-panes", "-a", "-F", fieldsFormat(FIELDS, nonce)],
    ]);
    const open = new Set(
      rows.filter((row) => row.state.state === null).map((row) => row.pane),
    );
    const worth: string[] = [];
    for (const record of parseRecords(listed, FIELDS, nonce).records) {
      const { pane_id: pane, pane_current_command: command } = record;
      if (!open.has(pane) || !mayBeAgent(command, seen.table)) continue;
      const now = JSON.stringify(record);
      const state = seen.eye.last(pane)?.state ?? null;
      const rests = state === IDLE || state === WAITING || seen.eye.last(pane)?.agent === null;
      if (rests && resting.get(pane) === now) continue;
      resting.set(pane, now);
      worth.push(pane);
    }
    return worth;
  }

  return {
    async again(rows) {
      try {
        const [first] = rows;
        if (first === undefined) return rows;
        await connection.stand(first.pane);
        const panes = await changed(rows);
        if (panes.length === 0) return rows;
        for (const [pane, look] of await lookAtPanes(connection, panes, clock)) {
          seen.eye.see(pane, look);
        }
        return rows.map((row) => {
          const last = panes.includes(row.pane) ? seen.eye.last(row.pane) : null;
          return last === null ? row : { ...row, seen: seenRowOf(last, clock.now()) };
        });
      } catch (error) {
        // The next map tells what became of the server.
        if (error instanceof TmuxError) return rows;
        throw error;
      }
    },
    close: () => connection.close(),
  };
}
