/**
 * What every launch does, whatever it launches: refuse while a worker runs, keep the prompt, move
 * the last attempt's files out of the way, and bring them back when the launch fails.
 *
 * @module
 */

import type { DispatchRecord } from "../../core/dispatch/record.ts";
import { UsageError } from "../../core/errors.ts";
import type { Context } from "../../ports.ts";
import { setAside } from "../store/set_aside.ts";
import type { Attempt } from "../attempt.ts";
import { ignoreState } from "../store/state_directory.ts";
import { completionPaths, whileLocked } from "../store/lock.ts";
import { observeSettled } from "../observe.ts";
import { hasPrompt, loadRecord, saveRecord } from "../store/records.ts";
import { alreadyRunning, noPrompt } from "../refusals.ts";
import { describeWorker } from "../report.ts";
import { isPaneAlive } from "./pane.ts";
import { endLeftBehind } from "./process.ts";

/** A launch of a stage's worker. */
export interface Launch {
  readonly attempt: Attempt;
  /** The new prompt; null launches with the one that is there. */
  readonly prompt: string | null;
  /**
   * Starts the worker. It calls `record` once, as soon as the worker is known and before it can
   * have done anything.
   */
  start(record: (record: DispatchRecord) => Promise<void>): Promise<void>;
}

/**
 * Launches. Of two at once one wins.
 *
 * @throws {FabError} when the stage's worker is already running, or there is no prompt to launch
 * with; nothing of the last attempt is lost then.
 */
export async function launchAttempt(context: Context, launch: Launch): Promise<void> {
  const { attempt } = launch;
  await whileLocked(context, attempt, {
    doing: `launch of ${attempt.label}`,
    refusal: `${attempt.label} is already running`,
    body: () => launchLocked(context, launch),
  });
}

async function launchLocked(context: Context, launch: Launch): Promise<void> {
  const { attempt, prompt } = launch;
  const { files } = context;
  const prior = await loadRecord(files, attempt);
  if (prior !== null) await passPrior(context, attempt, prior);
  await ignoreState(files, attempt.root);
  if (prompt !== null) await files.writeAtomic(attempt.paths.prompt, prompt);
  else if (!await hasPrompt(files, attempt)) throw noPrompt(attempt);
  const aside = await setAside(files, [...completionPaths(attempt), attempt.paths.log]);
  try {
    await launch.start((record) => saveRecord(files, attempt, record));
  } catch (error) {
    await aside.putBack();
    throw error;
  }
  await aside.discard();
}

/** Lets a launch go on after the last attempt, when that is over. */
async function passPrior(
  context: Context,
  attempt: Attempt,
  prior: DispatchRecord,
): Promise<void> {
  const { state } = await observeSettled(context, attempt, prior);
  if (state === "running") throw alreadyRunning(attempt, describeWorker(prior));
  if (prior.mode === "headless") {
    if (state === "orphaned" && await endLeftBehind(context, attempt, prior)) {
      await context.out.warn(`ended what the lost worker of ${attempt.label} had left running`);
    }
  } else if (await isPaneAlive(context, prior)) {
    await context.out.warn(
      `${
        describeWorker(prior)
      } of the last attempt of ${attempt.label} stays open, without a record`,
    );
  }
}

/**
 * The prompt on standard input, as it is.
 *
 * @throws {UsageError} when nothing was handed over, or something that is no text.
 */
export async function readPrompt(context: Context): Promise<string> {
  if (context.out.stdinIsTerminal) {
    throw new UsageError("the prompt comes on standard input; use '< prompt.md' or a pipe");
  }
  let text: string;
  try {
    const bytes = await context.out.readStdin();
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new UsageError("the prompt on standard input is not UTF-8 text");
  }
  if (text.trim() === "") throw new UsageError("the prompt on standard input is empty");
  return text;
}
