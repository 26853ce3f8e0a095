/**
 * `fab dispatch logs`: what a worker printed.
 *
 * @module
 */

import { FabError } from "../../core/errors.ts";
import { quoteWords } from "../../core/quote.ts";
import { serverWords } from "../../core/server.ts";
import type { Context } from "../../ports.ts";
import type { Attempt } from "../attempt.ts";
import { requireRecord } from "./records.ts";
import { describeWorker } from "../report.ts";
import { isPaneAlive } from "../worker/pane.ts";

/** What a worker printed, or the line that shows it. */
export interface WorkerLog {
  readonly kind: "log" | "command";
  readonly text: string;
}

/**
 * The log of a headless worker; for one in a pane the command that shows the pane, from anywhere on
 * this machine.
 *
 * @throws {FabError} when there is no log, or the pane is gone: another one may have its id.
 */
export async function workerLog(context: Context, attempt: Attempt): Promise<WorkerLog> {
  const record = await requireRecord(context.files, attempt);
  if (record.mode === "pane") {
    if (!await isPaneAlive(context, record)) {
      throw new FabError(
        "failed",
        `${describeWorker(record)} of ${attempt.label} is gone, and its screen with it; ` +
          `'fab dispatch restart ${attempt.id} ${attempt.stage}' runs the stage again`,
      );
    }
    const server = quoteWords(serverWords(record.server ?? record.socket));
    return { kind: "command", text: `fab pane capture ${record.pane} ${server}`.trimEnd() };
  }
  const text = await context.files.readText(attempt.paths.log);
  if (text === null) {
    throw new FabError("failed", `no log of ${attempt.label} at ${attempt.paths.log}`);
  }
  return { kind: "log", text };
}
