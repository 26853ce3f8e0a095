/**
 * The pane of a worker: whether it is alive and still the recorded one, and ending it.
 *
 * @module
 */

import { isRecordedPane, type PaneIdentity } from "../core/dispatch_identity.ts";
import type { PaneRecord } from "../core/dispatch_record.ts";
import { PaneMissingError, TmuxError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";

/**
 * Whether the recorded pane exists and still is the worker's: on a restarted server another pane
 * may have its id.
 *
 * @throws {TmuxError} when tmux does not answer: then nothing is known, and nothing may be concluded.
 */
export async function isPaneAlive(context: Context, record: PaneRecord): Promise<boolean> {
  return isRecordedPane(record, await findPane(context, record));
}

/**
 * Ends the recorded pane, when it still is the worker's.
 *
 * @returns whether there was one to end
 */
export async function endPane(context: Context, record: PaneRecord): Promise<boolean> {
  const found = await findPane(context, record);
  // A pane that is kept open after its program's end is cleared away too.
  if (!isRecordedPane(record, found === null ? null : { ...found, dead: false })) return false;
  try {
    await createTmux(context.exec, record.server).call([["kill-pane", "-t", record.pane]], {
      pane: record.pane,
    });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

async function findPane(context: Context, record: PaneRecord): Promise<PaneIdentity | null> {
  const tmux = createTmux(context.exec, record.server);
  try {
    const { fields } = await tmux.pane(record.pane, ["pane_pid", "pane_dead"]);
    return {
      panePid: /^[0-9]+$/.test(fields.pane_pid) ? Number(fields.pane_pid) : null,
      dead: fields.pane_dead === "1",
    };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof PaneMissingError ||
    (error instanceof TmuxError && error.reason === "no-server");
}
