/**
 * What there is under `.fab-dispatch/`.
 *
 * @module
 */

import { join } from "@std/path";
import { DISPATCH_DIR, isStateDirectoryName, stageOfRecord } from "../../core/dispatch/names.ts";
import { STAGES } from "../../core/stages.ts";
import type { Context } from "../../ports.ts";
import { type Attempt, attemptAt } from "../attempt.ts";

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
