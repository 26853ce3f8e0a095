/**
 * Reads what the system prints about one process.
 *
 * @module
 */

import type { ProcessFacts } from "../dispatch/identity.ts";

/** Clock ticks a second in /proc; Linux has shown 100 to programs since it began. */
const TICKS_PER_SECOND = 100;

/**
 * Reads a process's `stat` line, the uptime and its arguments, printed one after the other.
 *
 * @param nowMs milliseconds since 1970 when it was printed
 * @returns null when there was no such process, or what was printed makes no sense
 */
export function parseProcFacts(text: string, nowMs: number): ProcessFacts | null {
  const [stat, uptime, ...rest] = text.split("\n");
  if (stat === undefined || stat === "") return null;
  // The name may hold spaces and parentheses, so the fields are those behind the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const pgid = Number(fields[2]);
  if (!Number.isInteger(pgid) || pgid <= 0) return null;
  const upSeconds = Number(uptime?.split(" ")[0]);
  const startSeconds = Number(fields[19]) / TICKS_PER_SECOND;
  const ageMs = (upSeconds - startSeconds) * 1000;
  return {
    pgid,
    zombie: fields[0] === "Z" || fields[0] === "X",
    commandLine: rest.join("\n"),
    startedAtMs: Number.isFinite(ageMs) ? nowMs - ageMs : null,
  };
}

/** Reads a line of `ps -o pgid= -o stat= -o etime= -o args=`; else as {@linkcode parseProcFacts}. */
export function parsePsFacts(text: string, nowMs: number): ProcessFacts | null {
  const match = /^\s*(\d+)\s+(\S+)\s+(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s+([^]*)$/.exec(text);
  if (match === null) return null;
  const [, pgid, stat, days, hours, minutes, seconds, args] = match;
  const age = ((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes)) * 60 +
    Number(seconds);
  return {
    pgid: Number(pgid),
    zombie: stat?.startsWith("Z") ?? false,
    commandLine: args?.trimEnd() ?? "",
    startedAtMs: nowMs - age * 1000,
  };
}
