/**
 * The record of a stage's attempt: its keys, how it is read and how it is written (contract §7.1).
 *
 * The mode is never stored: a record with a pane is a pane worker's, one with a pid is a headless
 * worker's. Absent keys are left out of the file.
 *
 * @module
 */

import { parse, stringify } from "@std/yaml";

interface CommonRecord {
  /** The composed command line, as it was run. */
  readonly spawnCmd: string;
  /** When the attempt began, ISO 8601; empty in a record that does not say. */
  readonly startedAt: string;
}

/** A detached worker. */
export interface HeadlessRecord extends CommonRecord {
  readonly mode: "headless";
  /** The wrapper shell, which leads a session of its own. */
  readonly pid: number;
  readonly pgid: number;
  /** Seconds after which `timeout(1)` ends it; null: no limit. */
  readonly timeout: number | null;
}

/** A worker in a pane. */
export interface PaneRecord extends CommonRecord {
  readonly mode: "pane";
  readonly pane: string;
  /** `fab-<id>-<stage>`: the window's name, or the pane's title when it was split off. */
  readonly window: string | null;
  /** Socket label, null for the default server. */
  readonly server: string | null;
  /** The socket of the server that was really used; null in a record that does not say. */
  readonly socket: string | null;
  /** The pane's first process, which tells this pane from another with its id on a restarted server. */
  readonly panePid: number | null;
  /** A prompt was handed over, and the handing-over was verified. */
  readonly delivered: boolean;
}

export type DispatchRecord = HeadlessRecord | PaneRecord;

/** Why a record can't be read; `message` goes behind the file's name. */
export class RecordError extends Error {
  override readonly name = "RecordError";
}

/**
 * Reads a record. Every value is read as text first, so that no server label turns into a number
 * and no start time into a date.
 *
 * @throws {RecordError} when it is no YAML mapping, a known key has a wrong value, or it has
 * neither a pane nor a pid.
 */
export function parseRecord(text: string): DispatchRecord {
  const map = readMapping(text);
  const common = {
    spawnCmd: word(map, "spawn_cmd") ?? "",
    startedAt: word(map, "started_at") ?? "",
  };
  const pane = word(map, "pane");
  if (pane !== null) {
    if (!/^%[0-9]+$/.test(pane)) {
      throw new RecordError(`pane is '${pane}', not a pane id like '%3'`);
    }
    return {
      mode: "pane",
      ...common,
      pane,
      window: word(map, "window"),
      server: word(map, "server"),
      socket: word(map, "socket"),
      panePid: processId(map, "pane_pid"),
      delivered: flag(map, "delivered"),
    };
  }
  const pid = processId(map, "pid");
  if (pid === null) throw new RecordError("it has neither pane nor pid");
  return {
    mode: "headless",
    ...common,
    pid,
    pgid: processId(map, "pgid") ?? pid,
    timeout: seconds(map, "timeout"),
  };
}

/** Writes a record, keys in the documented order, absent ones left out. */
export function renderRecord(record: DispatchRecord): string {
  const data: Record<string, string | number | boolean> = {
    spawn_cmd: record.spawnCmd,
    started_at: record.startedAt,
  };
  if (record.mode === "headless") {
    data.pid = record.pid;
    data.pgid = record.pgid;
    if (record.timeout !== null) data.timeout = record.timeout;
  } else {
    data.pane = record.pane;
    if (record.window !== null) data.window = record.window;
    if (record.server !== null) data.server = record.server;
    if (record.socket !== null) data.socket = record.socket;
    if (record.panePid !== null) data.pane_pid = record.panePid;
    if (record.delivered) data.delivered = true;
  }
  return stringify(data, { lineWidth: -1 });
}

function readMapping(text: string): ReadonlyMap<string, unknown> {
  // A bare `pane: %3` is what a person writes; YAML reserves `%` there, so it is quoted first.
  const quoted = text.replace(/^pane:[ \t]+(%[0-9]+)[ \t]*(\r?)$/m, "pane: '$1'$2");
  let value: unknown;
  try {
    value = parse(quoted, { schema: "failsafe" });
  } catch (error) {
    const first = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new RecordError(`it is no valid YAML: ${first?.replace(/:$/, "")}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RecordError("it is no mapping of keys to values");
  }
  return new Map(Object.entries(value));
}

/** A scalar as text; null when the key is absent, empty or null. */
function word(map: ReadonlyMap<string, unknown>, key: string): string | null {
  const value = map.get(key);
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new RecordError(`${key} is no plain value`);
  return value === "" || value === "~" || value === "null" ? null : value;
}

/** A pid or process group; 0 and 1 would address other processes than the worker. */
function processId(map: ReadonlyMap<string, unknown>, key: string): number | null {
  const text = word(map, key);
  if (text === null) return null;
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) < 2) {
    throw new RecordError(`${key} is '${text}', not a process id`);
  }
  return Number(text);
}

function seconds(map: ReadonlyMap<string, unknown>, key: string): number | null {
  const text = word(map, key);
  if (text === null) return null;
  const value = Number(text);
  if (!/^[0-9.]+$/.test(text) || !Number.isFinite(value)) {
    throw new RecordError(`${key} is '${text}', not a number of seconds`);
  }
  return value > 0 ? value : null;
}

function flag(map: ReadonlyMap<string, unknown>, key: string): boolean {
  const text = word(map, key);
  if (text === null) return false;
  const lower = text.toLowerCase();
  if (lower !== "true" && lower !== "false") {
    throw new RecordError(`${key} is '${text}', not true or false`);
  }
  return lower === "true";
}
