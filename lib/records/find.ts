/**
 * Finds the record of the agent that is in a pane.
 *
 * @module
 */

import { type Owner, ownerOf } from "../core/records/owner.ts";
import { variablesOf } from "../core/records/records.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { type PaneRecord, paneRecord } from "./pane_record.ts";
import { processFacts } from "./processes.ts";
import type { RecordTable } from "./settings.ts";

/**
 * Finds it, in one subprocess, and one more where the pane's process is not known.
 *
 * @param at.panePid tmux's `#{pane_pid}`
 * @param table as `recordTable` gives it
 * @returns null where no known agent is in the pane, or its files are not those seen from here:
 *   another user's, in a container, on another host
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function findRecord(
  context: Context,
  at: { readonly tmux: Tmux; readonly pane: string; readonly panePid?: number },
  table: RecordTable,
): Promise<PaneRecord | null> {
  const pid = at.panePid ?? Number((await at.tmux.pane(at.pane, ["pane_pid"])).fields.pane_pid);
  const owner = await ownerIn(context, pid, table);
  const row = owner === null ? undefined : table.rows.get(owner.program);
  if (owner === null || row === undefined || row.read === false) return null;
  if (!owner.place.variables["HOME"]?.startsWith("/") || !owner.place.cwd.startsWith("/")) {
    return null;
  }
  return paneRecord(context, { owner, row, sha256: await sha256(owner.place.cwd) });
}

async function ownerIn(
  context: Context,
  panePid: number,
  { rows, names }: RecordTable,
): Promise<Owner | null> {
  const facts = await processFacts(context, panePid, variablesOf([...rows.values()]));
  return facts === null ? null : ownerOf(facts, names, (program) => rows.get(program)?.helper);
}

/** In hexadecimal. */
async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
