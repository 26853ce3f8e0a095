/**
 * What the commands that show the map have in common.
 *
 * @module
 */

import { UsageError } from "../../core/errors.ts";
import { type HostRow, hostTable, type MapRow, mapTable } from "../../core/map/row.ts";
import type { PaneScope } from "../../core/map/scope.ts";
import type { FlagSpec, ParsedLine } from "../command.ts";
import { table, type TableOptions } from "../text/table.ts";

/** `--session` and `--all-sessions`. */
export const scopeFlags: readonly FlagSpec[] = [
  { name: "session", value: "<name>", summary: "the panes of this session", complete: "session" },
  { name: "all-sessions", summary: "the panes of every session of the server" },
];

/**
 * The scope that a line names; the current session without a flag.
 *
 * @throws {UsageError} for both flags, or an empty name.
 */
export function scopeOf(line: ParsedLine): PaneScope {
  const name = line.value("session");
  if (name !== undefined && line.given("all-sessions")) {
    throw new UsageError("--session and --all-sessions exclude each other");
  }
  if (name === "") throw new UsageError("--session: empty name");
  if (name !== undefined) return { kind: "session", name };
  return { kind: line.given("all-sessions") ? "all" : "current" };
}

/** The scope as the words that name it. */
export function scopeWords(scope: PaneScope): readonly string[] {
  if (scope.kind === "session") return [`--session=${scope.name}`];
  return scope.kind === "all" ? ["--all-sessions"] : [];
}

/** The pane and its agent's state are why people look; the rest gives way to them, this first. */
const YIELDING = ["WinIdx", "Stage", "Worktree", "Change", "Session", "Host", "Tab"];

/** The panes of several hosts as a table, or the words for an empty one. */
export function drawHosts(rows: readonly HostRow[], options: TableOptions): string {
  if (rows.length === 0) return "No tmux panes found.\n";
  const { headers, rows: cells } = hostTable(rows);
  return table(headers, cells, { ...options, yielding: YIELDING });
}

/** The map as a table, or the words for an empty one. */
export function drawMap(
  rows: readonly MapRow[],
  { scope, ...options }: TableOptions & { readonly scope: PaneScope },
): string {
  if (rows.length === 0) return "No tmux panes found.\n";
  const { headers, rows: cells } = mapTable(rows, { sessions: scope.kind === "all" });
  return table(headers, cells, { ...options, yielding: YIELDING });
}
