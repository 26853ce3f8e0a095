/**
 * From what a person names to an attempt: the repository, the change, the stage.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import { changeId, CHANGES_DIR, resolveChange } from "../../core/map/change.ts";
import { FabError } from "../../core/errors.ts";
import { listChanges } from "../../git/changes.ts";
import { createWorktrees } from "../../git/worktrees.ts";
import type { Context } from "../../ports.ts";
import { type Attempt, attemptAt } from "../attempt.ts";

/**
 * The root of the worktree that the working directory is in; outside git, the nearest directory
 * upwards that has changes.
 *
 * @throws {FabError} when there is neither.
 */
export async function findRoot(context: Context): Promise<string> {
  const { env, files } = context;
  const cwd = env.cwd();
  const { place } = await createWorktrees(files).locate(cwd);
  if (place !== null) return place.root;
  for (let at = cwd;; at = dirname(at)) {
    if (await files.stat(join(at, CHANGES_DIR)) !== null) return at;
    if (dirname(at) === at) break;
  }
  throw new FabError(
    "failed",
    `not in a repository: neither .git nor ${CHANGES_DIR} upwards from ${cwd}`,
  );
}

/**
 * The attempt of a change's stage.
 *
 * @param change its id, a part of its folder's name that no other has, or the whole name
 * @throws {FabError} when no change or several fit; the candidates are in its details.
 */
export async function findAttempt(
  context: Context,
  target: { readonly change: string; readonly stage: string },
): Promise<Attempt> {
  const root = await findRoot(context);
  return attemptAt(root, await resolveChangeId(context, root, target.change), target.stage);
}

/** The id of the change that was named; errors as {@linkcode findAttempt}. */
export async function resolveChangeId(
  context: Context,
  root: string,
  change: string,
): Promise<string> {
  const folder = resolveChange(change, await listChanges(context.files, root));
  const id = changeId(folder);
  if (id === null) throw new TypeError(`${folder} is listed as a change and has no id`);
  return id;
}
