/**
 * `fab dispatch list`: every attempt of a repository, in whichever of its worktrees it was begun.
 *
 * @module
 */

import { changeId, resolveChange } from "../core/map/change.ts";
import { FabError } from "../core/errors.ts";
import { listWorktrees } from "../git/all_worktrees.ts";
import { listChanges } from "../git/changes.ts";
import type { Context } from "../ports.ts";
import { type Observation, observe } from "./observe.ts";
import { findRoot } from "./store/location.ts";
import { loadRecord } from "./store/records.ts";
import { listAttempts, listStateIds } from "./store/state_directory.ts";

/**
 * Looks at all attempts. A record that can't be read is a warning, and the others are listed.
 *
 * @param change an id, or what names a change in one of the worktrees; null for all
 * @throws {FabError} when no worktree has a change of that name, nor state of it.
 */
export async function listAll(
  context: Context,
  change: string | null,
): Promise<readonly Observation[]> {
  const own = await findRoot(context);
  const roots = await listWorktrees(context.files, own) ?? [own];
  const wanted = change === null ? null : await idsOf(context, roots, change);
  const found: Observation[] = [];
  for (const root of roots) {
    for (const id of await listStateIds(context, root)) {
      if (wanted !== null && !wanted.has(id)) continue;
      for (const attempt of await listAttempts(context, root, id)) {
        try {
          const record = await loadRecord(context.files, attempt);
          if (record !== null) found.push(await observe(context, attempt, record));
        } catch (error) {
          if (!(error instanceof FabError)) throw error;
          await context.out.warn(error.message);
        }
      }
    }
  }
  return found;
}

/** The ids that a name means, worktree by worktree. */
async function idsOf(
  context: Context,
  roots: readonly string[],
  change: string,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let failure: unknown = null;
  for (const root of roots) {
    try {
      const id = changeId(resolveChange(change, await listChanges(context.files, root)));
      if (id !== null) ids.add(id);
    } catch (error) {
      if (!(error instanceof FabError)) throw error;
      failure ??= error;
    }
    // The change may be gone, and its state not.
    if ((await listStateIds(context, root)).includes(change)) ids.add(change);
  }
  if (ids.size === 0) throw failure;
  return ids;
}
