/**
 * Whether a worker's pane may be typed into: between its opening and its prompt, and after its
 * result; never while it works.
 *
 * @module
 */

import type { PaneRecord } from "../../core/dispatch/record.ts";
import { isMidStage } from "../../core/dispatch/state.ts";
import { FabError } from "../../core/errors.ts";
import type { Context } from "../../ports.ts";
import type { Attempt } from "../attempt.ts";
import { hasResult, requireRecord } from "../store/records.ts";
import { describeWorker } from "../report.ts";
import { findWorkerPane } from "./pane.ts";

/** A worker's pane that waits for input. */
export interface TypablePane {
  readonly record: PaneRecord;
  /** The server to address it on. */
  readonly server: string | null;
}

/**
 * The worker's pane, when it may be typed into.
 *
 * @throws {FabError} for a headless worker, a pane that is gone or now another's, and a worker in
 * the middle of its stage; nothing was typed.
 */
export async function requireTypable(context: Context, attempt: Attempt): Promise<TypablePane> {
  const record = await requireRecord(context.files, attempt);
  const { id, stage, label } = attempt;
  if (record.mode === "headless") {
    throw new FabError(
      "failed",
      `${label} is a headless worker, it got its prompt from 'fab dispatch start'; ` +
        `for a pane use 'fab dispatch restart ${id} ${stage} --pane'`,
    );
  }
  const result = await hasResult(context.files, attempt);
  if (isMidStage({ delivered: record.delivered, result })) {
    throw new FabError(
      "failed",
      `${label} is in the middle of its stage (${describeWorker(record)}): it has its prompt and ` +
        `no result yet; wait for it with 'fab dispatch wait ${id} ${stage}'`,
    );
  }
  const found = await findWorkerPane(context, record);
  if (found === null) {
    throw new FabError(
      "failed",
      `${describeWorker(record)} of ${label} is gone; ` +
        `open it again with 'fab dispatch restart ${id} ${stage}'`,
    );
  }
  return { record, server: found.server };
}
