/**
 * From what a person names to an attempt: the repository, the change, the stage.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import { changeId, CHANGES_DIR, resolveChange } from "../../core/map/change.ts";
import { FabError } from "../../core/errors.ts";
import { listChanges } from "../../git/changes.ts";
import { listWorktrees } from "../../git/all_worktrees.ts";
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

/**
 * The attempt that there is a record of: this worktree's, else the one of the repository's other
 * worktrees that has it, which is said then. Without any record it is this worktree's.
 *
 * @throws {FabError} as {@linkcode findAttempt}, and when several of the others have one.
 */
export async function findRecorded(
  context: Context,
  target: { readonly change: string; readonly stage: string },
): Promise<Attempt> {
  const { files, out } = context;
  const root = await findRoot(context);
  const own = await recordedIn(context, root, target);
  if (own !== null) return own;
  const here = await files.realPath(root);
  const found: Attempt[] = [];
  for (const other of await listWorktrees(files, root) ?? []) {
    if (await files.realPath(other) === here) continue;
    const attempt = await recordedIn(context, other, target);
    if (attempt !== null) found.push(attempt);
  }
  const [only] = found;
  if (only === undefined) return await findAttempt(context, target);
  if (found.length === 1) {
    await out.warn(`${only.label} is in the worktree ${only.root}`);
    return only;
  }
  throw new FabError(
    "failed",
    `several worktrees have a dispatch of ${only.label}; go to one of:`,
    {
      details: found.map((attempt) => `  ${attempt.root}`).join("\n"),
    },
  );
}

/** The attempt, where this worktree has a record of it. */
async function recordedIn(
  context: Context,
  root: string,
  { change, stage }: { readonly change: string; readonly stage: string },
): Promise<Attempt | null> {
  const id = await resolveChangeId(context, root, change).catch((error) => {
    if (error instanceof FabError) return null;
    throw error;
  });
  if (id === null) return null;
  const attempt = attemptAt(root, id, stage);
  return await context.files.stat(attempt.paths.record) === null ? null : attempt;
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
