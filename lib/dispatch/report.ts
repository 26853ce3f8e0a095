/**
 * An observation as JSON and as words.
 *
 * @module
 */

import type { DispatchRecord } from "../core/dispatch/record.ts";
import type { DispatchState } from "../core/dispatch/state.ts";
import type { Context } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { type Observation, observe } from "./observe.ts";
import { requireRecord } from "./store/records.ts";

/** What `status --json` and `wait --json` print; null is what the mode does not have. */
export interface ObservationJson {
  readonly id: string;
  readonly stage: string;
  readonly mode: DispatchRecord["mode"];
  readonly state: DispatchState;
  readonly pane: string | null;
  readonly window: string | null;
  readonly server: string | null;
  readonly pid: number | null;
  readonly delivered: boolean | null;
  readonly started_at: string | null;
  readonly exit_code: number | null;
}

/** The observation with the published keys, in their order. */
export function toJson(observation: Observation): ObservationJson {
  const { attempt, record, state, exitCode } = observation;
  const pane = record.mode === "pane" ? record : null;
  return {
    id: attempt.id,
    stage: attempt.stage,
    mode: record.mode,
    state,
    pane: pane?.pane ?? null,
    window: pane?.window ?? null,
    server: pane?.server ?? null,
    pid: record.mode === "headless" ? record.pid : null,
    delivered: pane?.delivered ?? null,
    started_at: record.startedAt === "" ? null : record.startedAt,
    exit_code: exitCode,
  };
}

/** As {@linkcode toJson}, behind something that was done: how it stands now, and the line that says what. */
export async function deedJson(context: Context, attempt: Attempt, report: string) {
  const record = await requireRecord(context.files, attempt);
  return { ...toJson(await observe(context, attempt, record)), report };
}

/** What a worker is known by to a person: `pid 4711`, `pane %3`, `pane %3, server work`. */
export function describeWorker(record: DispatchRecord): string {
  if (record.mode === "headless") return `pid ${record.pid}`;
  return record.server === null
    ? `pane ${record.pane}`
    : `pane ${record.pane}, server ${record.server}`;
}
