/**
 * What an attempt's state is at this moment: `status` prints it, `wait` waits for it, and every
 * verb that launches, types or ends asks it first, so that none can disagree with another.
 *
 * @module
 */

import type { DispatchRecord } from "../core/dispatch/record.ts";
import {
  deriveHeadlessState,
  derivePaneState,
  type DispatchState,
} from "../core/dispatch/state.ts";
import type { Context } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { settleAside } from "./store/lock.ts";
import { hasResult, readExitCode } from "./store/records.ts";
import { isPaneAlive } from "./worker/pane.ts";
import { isWorkerAlive } from "./worker/process.ts";

/** An attempt's state, and what it was derived from. */
export interface Observation {
  readonly attempt: Attempt;
  readonly record: DispatchRecord;
  readonly state: DispatchState;
  readonly result: boolean;
  /** Null for a pane, and while a headless worker has not ended. */
  readonly exitCode: number | null;
}

/**
 * Looks at the attempt. What lives is asked only where the files leave it open.
 *
 * @throws {TmuxError} when the pane's server does not answer.
 */
export async function observe(
  context: Context,
  attempt: Attempt,
  record: DispatchRecord,
): Promise<Observation> {
  await settleAside(context, attempt);
  return await observeSettled(context, attempt, record);
}

/** As {@linkcode observe}, for one who holds the stage's lock. */
export async function observeSettled(
  context: Context,
  attempt: Attempt,
  record: DispatchRecord,
): Promise<Observation> {
  const quick = await observeFiles(context, attempt, record);
  if (quick !== null) return quick;
  const alive = record.mode === "pane"
    ? await isPaneAlive(context, record)
    : await isWorkerAlive(context, attempt, record);
  // A worker may have ended between the two looks: its files are asked again before it counts as lost.
  const late = alive ? null : await observeFiles(context, attempt, record);
  if (late !== null) return late;
  const state = record.mode === "pane"
    ? derivePaneState({ result: false, alive })
    : deriveHeadlessState({ exitCode: null, result: false, alive });
  return {
    attempt,
    record,
    state,
    result: await hasResult(context.files, attempt),
    exitCode: null,
  };
}

/** The state as far as the files alone decide it; null when it depends on what is alive. */
export async function observeFiles(
  context: Context,
  attempt: Attempt,
  record: DispatchRecord,
): Promise<Observation | null> {
  const { files } = context;
  if (record.mode === "pane") {
    if (!await hasResult(files, attempt)) return null;
    const state = derivePaneState({ result: true, alive: false });
    return { attempt, record, state, result: true, exitCode: null };
  }
  const exitCode = await readExitCode(files, attempt);
  if (exitCode === null) return null;
  const result = await hasResult(files, attempt);
  const state = deriveHeadlessState({ exitCode, result, alive: false });
  return { attempt, record, state, result, exitCode };
}
