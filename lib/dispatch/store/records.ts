/**
 * Reading and writing the files of an attempt.
 *
 * @module
 */

import { parseExitFile } from "../../core/dispatch/state.ts";
import {
  type DispatchRecord,
  parseRecord,
  RecordError,
  renderRecord,
} from "../../core/dispatch/record.ts";
import { FabError } from "../../core/errors.ts";
import type { Files } from "../../ports.ts";
import type { Attempt } from "../attempt.ts";
import { noRecord } from "../refusals.ts";

/** Bytes of a record or an exit file that are read; they are a few lines. */
const MAX_BYTES = 1024 * 1024;

/**
 * The attempt's record, null when there is none.
 *
 * @throws {FabError} when there is one that can't be read, naming the file and the key.
 */
export async function loadRecord(files: Files, attempt: Attempt): Promise<DispatchRecord | null> {
  const text = await files.readText(attempt.paths.record, { maxBytes: MAX_BYTES });
  if (text === null) return null;
  try {
    return parseRecord(text);
  } catch (cause) {
    if (!(cause instanceof RecordError)) throw cause;
    throw new FabError(
      "failed",
      `${attempt.paths.record}: not a dispatch record: ${cause.message}; ` +
        `correct it, or remove it with 'fab dispatch clean ${attempt.id}'`,
      { cause },
    );
  }
}

/** As {@linkcode loadRecord}, but that there is none is an error that says how to begin. */
export async function requireRecord(files: Files, attempt: Attempt): Promise<DispatchRecord> {
  const record = await loadRecord(files, attempt);
  if (record === null) throw noRecord(attempt);
  return record;
}

/** Writes a record, whole. The directory is there already. */
export async function saveRecord(
  files: Files,
  attempt: Attempt,
  record: DispatchRecord,
): Promise<void> {
  await files.writeAtomic(attempt.paths.record, renderRecord(record));
}

/** Whether there is a prompt to launch with. */
export async function hasPrompt(files: Files, attempt: Attempt): Promise<boolean> {
  return (await files.stat(attempt.paths.prompt))?.kind === "file";
}

/** Whether the worker wrote its result. */
export async function hasResult(files: Files, attempt: Attempt): Promise<boolean> {
  return await files.stat(attempt.paths.result) !== null;
}

/** The worker's exit code; null while there is none. */
export async function readExitCode(files: Files, attempt: Attempt): Promise<number | null> {
  const text = await files.readText(attempt.paths.exit, { maxBytes: MAX_BYTES });
  return text === null ? null : parseExitFile(text);
}

/** An ISO 8601 time of whole seconds, as records hold it. */
export function recordTime(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z");
}
