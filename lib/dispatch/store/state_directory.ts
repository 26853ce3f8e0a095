/**
 * What there is under `.fab-dispatch/`.
 *
 * @module
 */

import { join } from "@std/path";
import { DISPATCH_DIR, isStateDirectoryName, stageOfRecord } from "../../core/dispatch/names.ts";
import { STAGES } from "../../core/stages.ts";
import type { Context, Files } from "../../ports.ts";
import { type Attempt, attemptAt } from "../attempt.ts";

const IGNORE_FILE = ".gitignore";

/** The ids that have a state directory, sorted. */
export async function listStateIds(context: Context, root: string): Promise<readonly string[]> {
  const names = await context.files.readDir(join(root, DISPATCH_DIR)) ?? [];
  return names.filter(isStateDirectoryName).toSorted();
}

/** The stages of a change that have a record, in the pipeline's order. */
export async function listAttempts(
  context: Context,
  root: string,
  id: string,
): Promise<readonly Attempt[]> {
  const names = await context.files.readDir(join(root, DISPATCH_DIR, id)) ?? [];
  const stages = new Set(names.map((name) => stageOfRecord(name, STAGES)));
  return STAGES.filter((stage) => stages.has(stage)).map((stage) => attemptAt(root, id, stage));
}

/** Has git pass over the records: they are nobody's to commit, and no project should have to say so. */
export async function ignoreState(files: Files, root: string): Promise<void> {
  const path = join(root, DISPATCH_DIR, IGNORE_FILE);
  if (await files.lstat(path) === null) await files.writeAtomic(path, "*\n");
}

/** Removes the directory of all records once there is none. */
export async function removeEmptyState(context: Context, root: string): Promise<void> {
  const directory = join(root, DISPATCH_DIR);
  const left = await context.files.readDir(directory) ?? [""];
  if (left.every((name) => name === IGNORE_FILE)) {
    await context.files.remove(directory, { recursive: true });
  }
}
