/**
 * Puts the pane that needs a person most in front.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { MapRow } from "../core/map/row.ts";
import { neediestPane } from "../core/map/watch.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { type MapEye, mapPanes } from "./map.ts";

/**
 * Makes the attached client show the next pane that waits, else the one that is idle for longest,
 * of all sessions of the server. Of several clients it is the one that was used last.
 *
 * @returns the pane that is in front now
 * @throws {FabError} when no client is attached, or no other pane waits or is idle.
 */
export async function focusNext(
  context: Context,
  tmux: Tmux,
  seen: MapEye | null,
): Promise<MapRow> {
  const rows = await mapPanes(context, tmux, { scope: { kind: "all" }, seen });
  const client = await frontClient(tmux);
  const row = neediestPane(rows, client.pane, context.clock.now());
  if (row === null) throw new FabError("failed", "no other pane is waiting or idle");
  await showPane(tmux, client.name, row.pane);
  return row;
}

/**
 * Makes the attached client that was used last show a pane.
 *
 * @throws {FabError} when no client is attached.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function focusPane(tmux: Tmux, pane: string): Promise<void> {
  await showPane(tmux, (await frontClient(tmux)).name, pane);
}

async function showPane(tmux: Tmux, client: string, pane: string): Promise<void> {
  await tmux.call([["switch-client", "-Z", "-c", client, "-t", pane]], { pane });
}

/** The client that a person used last, and the pane that it shows. */
async function frontClient(tmux: Tmux): Promise<{ readonly name: string; readonly pane: string }> {
  const clients = await tmux.list(["list-clients"], [
    "client_name",
    "client_activity",
    "client_control_mode",
    "pane_id",
  ]);
  const client = clients
    .filter((client) => client.client_control_mode !== "1")
    .toSorted((a, b) => Number(b.client_activity) - Number(a.client_activity))[0];
  if (client === undefined) {
    throw new FabError("failed", "no client is attached to the server; see tmux attach");
  }
  return { name: client.client_name, pane: client.pane_id };
}
