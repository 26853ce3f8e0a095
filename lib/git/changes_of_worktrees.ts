/**
 * The changes of a repository, with the worktree that each of them lives in.
 *
 * @module
 */

import type { Files } from "../ports.ts";
import { listWorktrees } from "./all_worktrees.ts";
import { listChanges, readActiveChange } from "./changes.ts";

/**
 * The folder names of all changes, sorted: those of this worktree, and those that only others have.
 * With each the worktree that has it already, where there is no doubt: in which it is active, or
 * which alone has it, and is not this one. Null for the rest.
 *
 * @param root of the worktree that asks
 */
export async function changesOfWorktrees(
  files: Files,
  root: string,
): Promise<ReadonlyMap<string, string | null>> {
  const own = new Set(await listChanges(files, root));
  const elsewhere = new Map<string, string | null>();
  const active = new Map<string, string>();
  for (const worktree of await listWorktrees(files, root) ?? [root]) {
    const { folder } = await readActiveChange(files, worktree);
    if (folder !== null && !active.has(folder)) active.set(folder, worktree);
    for (const change of await listChanges(files, worktree)) {
      if (!own.has(change)) elsewhere.set(change, elsewhere.has(change) ? null : worktree);
    }
  }
  const all = [...own, ...elsewhere.keys()].toSorted();
  return new Map(
    all.map((change) => [change, active.get(change) ?? elsewhere.get(change) ?? null]),
  );
}
