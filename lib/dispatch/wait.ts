/**
 * `fab dispatch wait`: until the attempt is no longer running.
 *
 * The state directory is watched, and looked at behind the watch, which the system may refuse or
 * lose. What is alive costs a subprocess and is asked more rarely.
 *
 * @module
 */

import { TmuxError } from "../core/errors.ts";
import type { Context, DirectoryWatch } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { type Observation, observe, observeFiles } from "./observe.ts";
import { requireRecord } from "./store/records.ts";

/** Milliseconds between two looks at the files, with and without a watch. */
const WATCHED_MS = 500;
const UNWATCHED_MS = 80;

/** Milliseconds between two questions whether the worker is alive. */
const ALIVE_MS = 1000;

/**
 * Waits. The first look comes before any pause, the last one not before the deadline.
 *
 * @param options.timeoutMs null waits for as long as it takes
 * @returns the last observation; its state is `running` only when the time was over
 * @throws {FabError} when there is no record, at the beginning or any more.
 * @throws {InterruptedError} when a signal came.
 */
export async function waitForEnd(
  context: Context,
  attempt: Attempt,
  options: { readonly timeoutMs: number | null },
): Promise<Observation> {
  const { clock, files } = context;
  const end = options.timeoutMs === null ? Infinity : clock.monotonic() + options.timeoutMs;
  await requireRecord(files, attempt);
  using watch = files.watch(attempt.directory);
  for (;;) {
    const asked = clock.monotonic();
    const seen = await observePatiently(context, attempt, { last: asked >= end });
    if (seen !== null && (seen.state !== "running" || asked >= end)) return seen;
    const until = Math.min(end, clock.monotonic() + ALIVE_MS);
    await untilEnded(context, attempt, { watch, until });
  }
}

/** Null when tmux does not answer just now: that is no news of the worker. */
async function observePatiently(
  context: Context,
  attempt: Attempt,
  options: { readonly last: boolean },
): Promise<Observation | null> {
  const record = await requireRecord(context.files, attempt);
  try {
    return await observe(context, attempt, record);
  } catch (error) {
    if (options.last || !(error instanceof TmuxError) || error.reason !== "timeout") throw error;
    return null;
  }
}

/** Returns when the files say that the worker ended, or at the given time. */
async function untilEnded(
  context: Context,
  attempt: Attempt,
  options: { readonly watch: DirectoryWatch | null; readonly until: number },
): Promise<void> {
  const { clock, files } = context;
  const { watch, until } = options;
  for (;;) {
    const pause = Math.min(watch === null ? UNWATCHED_MS : WATCHED_MS, until - clock.monotonic());
    if (pause <= 0) return;
    const slept = clock.sleep(pause);
    await (watch === null ? slept : Promise.race([slept, watch.changed()]));
    const record = await requireRecord(files, attempt);
    if (await observeFiles(context, attempt, record) !== null) return;
  }
}
