/**
 * `fab dispatch kill` and `reap`: ending a worker, and reclaiming a finished one's pane.
 *
 * @module
 */

import type { Context } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { observe } from "./observe.ts";
import { requireRecord } from "./store/records.ts";
import { describeWorker } from "./report.ts";
import { endPane } from "./worker/pane.ts";
import { endWorker, requirePosix } from "./worker/process.ts";

/**
 * Ends the worker, in whatever state it is. One that is gone already is fine.
 *
 * @returns the line that says what was done
 * @throws {FabError} when there is no record, or something outlives SIGKILL.
 */
export async function killWorker(context: Context, attempt: Attempt): Promise<string> {
  const record = await requireRecord(context.files, attempt);
  if (record.mode === "headless") requirePosix(context);
  const ended = record.mode === "pane"
    ? await endPane(context, record)
    : await endWorker(context, attempt, record);
  return ended
    ? `killed ${attempt.label} (${describeWorker(record)})`
    : `${attempt.label} is not running (${describeWorker(record)} is gone)`;
}

/**
 * Closes the pane of a worker that is done. Everything else is left alone, and said: this runs
 * after every stage, whatever the stage was.
 *
 * @param options.reapDone asked only when the rest allows it; `dispatch.reap_done`
 * @returns the line that says what was done, or why nothing was
 */
export async function reapWorker(
  context: Context,
  attempt: Attempt,
  options: { readonly reapDone: () => Promise<boolean> },
): Promise<string> {
  const record = await requireRecord(context.files, attempt);
  const kept = (reason: string) => `nothing to reap for ${attempt.label}: ${reason}`;
  if (record.mode === "headless") return kept("a headless worker has no pane");
  const { state } = await observe(context, attempt, record);
  if (state !== "done") {
    return kept(`it is ${state}, not done; 'fab dispatch kill' ends a worker in any state`);
  }
  if (!await options.reapDone()) return kept("dispatch.reap_done is false");
  if (!await endPane(context, record)) return kept(`${describeWorker(record)} is gone`);
  return `reaped ${attempt.label} (${describeWorker(record)})`;
}
