/**
 * Whether what is alive now is what was recorded. Process ids and pane ids are given out again
 * after a restart of the machine or of the tmux server: a worker that is gone must not be taken for
 * alive, and nothing that only has its number may be typed into or killed.
 *
 * @module
 */

import { DISPATCH_DIR, stageFileNames } from "./names.ts";
import type { HeadlessRecord, PaneRecord } from "./record.ts";

/** What the system says about a process with the recorded id. */
export interface ProcessFacts {
  readonly pgid: number;
  /** Ended, but not yet collected by its parent: it does nothing any more. */
  readonly zombie: boolean;
  /** Its arguments, however the system separates them. */
  readonly commandLine: string;
  /** When it was started, milliseconds since 1970; null when that can't be told. */
  readonly startedAtMs: number | null;
}

/**
 * How far a record's `started_at` may be from the start of a process that another program
 * launched and recorded, in milliseconds.
 */
const START_TOLERANCE_MS = 10_000;

/** What of its own command line a wrapper shell is known by: the end of its exit file's path. */
export function workerMark(id: string, stage: string): string {
  return `/${DISPATCH_DIR}/${id}/${stageFileNames(stage).exit}`;
}

/**
 * Whether a process is the recorded worker. The wrapper that `fab` starts has its exit file's path
 * among its arguments, which no clock and no restart can change. A record of another program's
 * launch has no such mark: there the start times must agree.
 *
 * @param about.logged whether the attempt has a log: then `fab` launched it, and the mark is due
 */
export function isRecordedProcess(
  record: HeadlessRecord,
  facts: ProcessFacts | null,
  about: { readonly mark: string; readonly logged: boolean },
): boolean {
  if (facts === null || facts.zombie) return false;
  if (facts.commandLine.includes(about.mark)) return true;
  if (about.logged || facts.startedAtMs === null) return false;
  const recorded = Date.parse(record.startedAt);
  return Math.abs(facts.startedAtMs - recorded) <= START_TOLERANCE_MS;
}

/** What tmux says about the pane with the recorded id. */
export interface PaneIdentity {
  /** Null when tmux did not say. */
  readonly panePid: number | null;
  /** Its program ended and the pane was kept open. */
  readonly dead: boolean;
}

/**
 * Whether a pane still is the recorded worker's. A record without `pane_pid` can only be asked
 * whether the pane exists.
 *
 * @param found null when there is no such pane or no such server
 */
export function isRecordedPane(record: PaneRecord, found: PaneIdentity | null): boolean {
  if (found === null || found.dead) return false;
  if (record.panePid === null || found.panePid === null) return true;
  return record.panePid === found.panePid;
}
