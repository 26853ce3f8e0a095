/**
 * Finds where a worker's pane is to open: beside or under the dispatcher's, or in a window.
 *
 * @module
 */

import { placeSplit, type SplitPlacement } from "../../core/dispatch/placement.ts";
import type { PaneRecord } from "../../core/dispatch/record.ts";
import { FabError } from "../../core/errors.ts";
import type { Context } from "../../ports.ts";
import { isPaneId } from "../../core/pane_id.ts";
import { createTmux } from "../../tmux/tmux.ts";
import { loadRecord } from "../store/records.ts";
import { listAttempts, listStateIds } from "../store/state_directory.ts";

/**
 * The split to make; null for a window of its own: when a server is named, where the caller's pane
 * means nothing, and when the caller is in no pane.
 *
 * A failure on the way is a warning: a worker in a less fitting place is a worker.
 */
export async function findPlacement(
  context: Context,
  options: {
    readonly root: string;
    readonly server: string | null;
    readonly columnWidth: number;
  },
): Promise<SplitPlacement | null> {
  const { env } = context;
  const dispatcher = env.get("TMUX_PANE") ?? "";
  const inside = (env.get("TMUX") ?? "") !== "" && isPaneId(dispatcher);
  if (options.server !== null || !inside) return null;
  const panes = await windowPanes(context, dispatcher);
  const records = panes.length < 2 ? [] : await paneRecords(context, options.root);
  return placeSplit({ dispatcher, panes, records, columnWidth: options.columnWidth });
}

async function windowPanes(context: Context, dispatcher: string) {
  try {
    const rows = await createTmux(context.exec, null)
      .list(["list-panes", "-t", dispatcher], ["pane_id", "pane_pid"]);
    return rows.map(({ pane_id, pane_pid }) => ({
      pane: pane_id,
      panePid: Number(pane_pid) || null,
    }));
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    await context.out.warn(`${error.message}; the worker gets a column of its own`);
    return [];
  }
}

/** Pane records on the caller's server, of all changes: one window may hold several's workers. */
async function paneRecords(context: Context, root: string): Promise<readonly PaneRecord[]> {
  const records: PaneRecord[] = [];
  for (const id of await listStateIds(context, root)) {
    for (const attempt of await listAttempts(context, root, id)) {
      try {
        const record = await loadRecord(context.files, attempt);
        if (record?.mode === "pane" && record.server === null) records.push(record);
      } catch (error) {
        if (!(error instanceof FabError)) throw error;
        await context.out.warn(error.message);
      }
    }
  }
  return records;
}
