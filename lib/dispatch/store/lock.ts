/**
 * One `fab` at a time changes a stage's files.
 *
 * @module
 */

import { FabError } from "../../core/errors.ts";
import type { Context, FileLock } from "../../ports.ts";
import { isAside, recoverAside } from "./set_aside.ts";
import type { Attempt } from "../attempt.ts";

/** Milliseconds that a launch or a delivery waits for another one of its stage. */
const WAIT_MS = 3000;

/** Milliseconds for a look whether anybody holds the lock. */
const LOOK_MS = 50;

/** What a stage's completion is read from, and is out of the way during a delivery or a launch. */
export function completionPaths(attempt: Attempt): readonly string[] {
  return [attempt.paths.result, attempt.paths.exit];
}

/**
 * Does something while no other `fab` changes the stage. What an earlier one left half done is put
 * right first. The state directory is made when it is missing.
 *
 * @param refusal what holding the lock means for the caller; the holder's words follow
 * @throws {FabError} when another one holds it for longer than a launch takes.
 */
export async function whileLocked<T>(
  context: Context,
  attempt: Attempt,
  options: { readonly doing: string; readonly refusal: string; readonly body: () => Promise<T> },
): Promise<T> {
  const { files, env } = context;
  await files.mkdir(attempt.directory);
  const owner = `${options.doing} by process ${env.pid}`;
  const lock = await files.lock(attempt.paths.lock, { timeoutMs: WAIT_MS, owner });
  if (lock === null) {
    const holder = await files.lockHolder(attempt.paths.lock);
    throw new FabError("failed", `${options.refusal} (${holder ?? "another fab is at it"})`);
  }
  return await holding(lock, async () => {
    await recoverAside(files, completionPaths(attempt));
    return await options.body();
  });
}

/** Puts right what a killed delivery left aside, unless one is under way. For verbs that only read. */
export async function settleAside(context: Context, attempt: Attempt): Promise<void> {
  const { files, env } = context;
  const paths = completionPaths(attempt);
  if (!await isAside(files, paths)) return;
  const owner = `recovery by process ${env.pid}`;
  const lock = await files.lock(attempt.paths.lock, { timeoutMs: LOOK_MS, owner });
  if (lock !== null) await holding(lock, () => recoverAside(files, paths));
}

async function holding<T>(lock: FileLock, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } finally {
    await lock.release();
  }
}
