/**
 * `fab dispatch clean`: removing state directories. Nothing is ever removed by itself.
 *
 * @module
 */

import { join } from "@std/path";
import { changeId } from "../core/map/change.ts";
import { DISPATCH_DIR } from "../core/dispatch/names.ts";
import { FabError } from "../core/errors.ts";
import { listChanges } from "../git/changes.ts";
import type { Context } from "../ports.ts";
import { resolveChangeId } from "./store/location.ts";
import { observe } from "./observe.ts";
import { loadRecord } from "./store/records.ts";
import { alreadyRunning } from "./refusals.ts";
import { describeWorker } from "./report.ts";
import { listAttempts, listStateIds, removeEmptyState } from "./store/state_directory.ts";

/** What to remove: one change's directory, those whose change is gone, or all. */
export type CleanWhat =
  | { readonly kind: "change"; readonly change: string }
  | { readonly kind: "orphans" }
  | { readonly kind: "all" };

/**
 * Removes state directories, but none of a change with a worker that runs: its record is all that
 * leads to it.
 *
 * @returns the ids whose directories were removed, sorted
 * @throws {FabError} for a named change with a running worker; with several changes such a one is
 * left with a warning.
 */
export async function cleanState(
  context: Context,
  root: string,
  what: CleanWhat,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const id of await selectIds(context, root, what)) {
    const running = await findRunning(context, root, id);
    if (running !== null) {
      if (what.kind === "change") throw running;
      await context.out.warn(`${running.message}; its state stays`);
      continue;
    }
    const directory = join(root, DISPATCH_DIR, id);
    if (await context.files.remove(directory, { recursive: true })) removed.push(id);
  }
  await removeEmptyState(context, root);
  return removed;
}

async function selectIds(
  context: Context,
  root: string,
  what: CleanWhat,
): Promise<readonly string[]> {
  const present = await listStateIds(context, root);
  if (what.kind === "all") return present;
  if (what.kind === "orphans") {
    const folders = await listChanges(context.files, root);
    const ids = new Set(folders.map(changeId));
    return present.filter((id) => !ids.has(id));
  }
  // The state of a change that is gone can still be named by its id.
  if (present.includes(what.change)) return [what.change];
  return [await resolveChangeId(context, root, what.change)];
}

async function findRunning(context: Context, root: string, id: string): Promise<FabError | null> {
  for (const attempt of await listAttempts(context, root, id)) {
    // A record that can't be read leads nowhere, and `clean` is the way to be rid of it.
    const record = await loadRecord(context.files, attempt).catch((error) => {
      if (error instanceof FabError) return null;
      throw error;
    });
    if (record === null) continue;
    const { state } = await observe(context, attempt, record);
    if (state === "running") return alreadyRunning(attempt, describeWorker(record));
  }
  return null;
}
