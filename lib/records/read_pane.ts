/**
 * What `fab pane record` prints: the events of a pane's agent.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { lastAnswer } from "../core/records/answer.ts";
import type { RecordEvent } from "../core/records/event.ts";
import type { RecordMark } from "../core/records/mark.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { findRecord } from "./find.ts";
import { recordTable } from "./settings.ts";

/** What is read. */
export interface ReadOptions {
  readonly tmux: Tmux;
  readonly pane: string;
  /** Only what was written since; null for the last ones. */
  readonly since: RecordMark | null;
  /** How many events at most. */
  readonly most: number;
  /** The last answer is enough. */
  readonly last: boolean;
}

/** What was read. */
export interface PaneEvents {
  readonly provider: string;
  readonly events: readonly RecordEvent[];
  /** Something may be missing. */
  readonly gap: boolean;
  /** Where the record stood before it was read. */
  readonly mark: RecordMark;
}

/**
 * Reads them, the newest last.
 *
 * @throws {FabError} where records are switched off, or none is the pane's for certain.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function readPaneRecord(context: Context, options: ReadOptions): Promise<PaneEvents> {
  const { pane, since, most, last } = options;
  // Also to say that the pane is missing where records are switched off.
  const { fields } = await options.tmux.pane(pane, ["pane_pid"]);
  const table = await recordTable(context);
  if (table === null) {
    throw new FabError("failed", "agent.records is false here: no agent's record is read");
  }
  using record = await findRecord(
    context,
    { ...options, panePid: Number(fields.pane_pid) },
    table,
  );
  if (record === null) {
    throw new FabError(
      "failed",
      `no agent whose record is known runs in pane ${pane} on this machine as this user`,
    );
  }
  const mark = await record.note();
  const enough = (events: readonly RecordEvent[]) =>
    last ? lastAnswer(events) !== null && events[0]?.kind !== "message" : events.length >= most;
  const read = since === null
    ? { events: await record.last(enough), gap: false }
    : await record.since(since);
  if (read.events === null) {
    throw new FabError(
      "failed",
      `pane ${pane}: more than one record could be that of its ${record.provider}, so none is read`,
    );
  }
  return { provider: record.provider, events: read.events.slice(-most), gap: read.gap, mark };
}
