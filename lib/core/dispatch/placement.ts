/**
 * Where a worker's pane opens in its dispatcher's window: one column beside the dispatcher, in
 * which later workers stack. Workers are found by their records, never by pane titles: an agent
 * rewrites its title at will (contract §7.2).
 *
 * @module
 */

import type { PaneRecord } from "./record.ts";

/** A split to make. */
export interface SplitPlacement {
  /** The pane that is split. */
  readonly target: string;
  /** `right` makes the column, `below` stacks in it. */
  readonly direction: "right" | "below";
  /** The new pane's share of the window; null halves the target, as tmux does by itself. */
  readonly sizePercent: number | null;
}

/** A pane of the dispatcher's window. */
export interface WindowPane {
  readonly pane: string;
  readonly panePid: number | null;
}

/**
 * Decides. Only the split that makes the column has a size: a user's own resizing within the column
 * is never fought.
 *
 * @param options.panes the panes of the dispatcher's window, in tmux's order; empty when unknown
 * @param options.records all pane records of workers on the dispatcher's server
 */
export function placeSplit(options: {
  readonly dispatcher: string;
  readonly panes: readonly WindowPane[];
  readonly records: readonly PaneRecord[];
  readonly columnWidth: number;
}): SplitPlacement {
  const newest = newestWorker(options.panes, options.records);
  // A width of 0 leaves the size to tmux, which would take it literally.
  const sizePercent = options.columnWidth === 0 ? null : options.columnWidth;
  return newest === null
    ? { target: options.dispatcher, direction: "right", sizePercent }
    : { target: newest, direction: "below", sizePercent: null };
}

/** The live pane whose record is the newest; of two of one second, the later in the window. */
function newestWorker(
  panes: readonly WindowPane[],
  records: readonly PaneRecord[],
): string | null {
  let newest: { readonly pane: string; readonly at: number } | null = null;
  for (const { pane, panePid } of panes) {
    for (const record of records) {
      const same = record.pane === pane &&
        (record.panePid === null || panePid === null || record.panePid === panePid);
      const at = Date.parse(record.startedAt) || 0;
      if (same && (newest === null || at >= newest.at)) newest = { pane, at };
    }
  }
  return newest?.pane ?? null;
}
