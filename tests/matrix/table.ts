/**
 * The table at the end of a matrix run. Pure.
 *
 * @module
 */

import type { CellResult } from "./cell.ts";
import { type Verdict, VERDICTS } from "./judge.ts";

/** Counts by kind and verdict, with a line of sums. */
export function matrixTable(results: readonly CellResult[]): string {
  const kinds = [...new Set(results.map(({ cell }) => cell.kind))];
  const count = (kind: string | null, verdict: Verdict) =>
    results.filter((result) =>
      (kind === null || result.cell.kind === kind) && result.verdict === verdict
    ).length;
  const median = (kind: string | null) => {
    const times = results.filter(({ cell, verdict }) =>
      (kind === null || cell.kind === kind) && verdict === "exact"
    ).map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
    return times.length === 0 ? "—" : `${Math.round(times[Math.floor(times.length / 2)] ?? 0)}`;
  };
  const head = ["kind", "cells", ...VERDICTS, "median ms"];
  const row = (kind: string | null) => [
    kind ?? "all",
    `${results.filter(({ cell }) => kind === null || cell.kind === kind).length}`,
    ...VERDICTS.map((verdict) => `${count(kind, verdict) || "·"}`),
    median(kind),
  ];
  const rows = [head, ...kinds.map(row), row(null)];
  const widths = head.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0))
  );
  return rows.map((cells) =>
    cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
    ).join("  ")
  ).join("\n");
}

/** Whether a result is one that must not be. */
export function isFailure({ verdict }: CellResult): boolean {
  return verdict !== "exact" && verdict !== "right word";
}

/** Whether a failure is a refusal alone, reported as one: nothing was received, nothing harmed. */
export function isRefusal({ verdict }: CellResult): boolean {
  return verdict === "possible" || verdict === "other word";
}

/** The end of a screen, cut to a readable width. */
function excerpt(screen: string): string {
  return screen.split("\n").slice(-16).map((row) =>
    row.length > 120 ? `${row.slice(0, 100)} … ${row.slice(-12)}` : row
  ).join("\n");
}

/** Everything about a failed cell. */
export function describeFailure(result: CellResult): string {
  const { cell, verdict, report, log, screen } = result;
  const shorten = (text: string) =>
    text.length > 300 ? `${text.slice(0, 140)} … ${text.slice(-140)} (${text.length})` : text;
  const quote = (text: string) => JSON.stringify(shorten(text)).replaceAll("\x7f", "\\x7f");
  const events = log.events.map(({ name, detail }) => detail === "" ? name : `${name}(${detail})`);
  return [
    `### ${cell.kind} · ${cell.scene} · ${cell.size.columns}x${cell.size.rows} · ${cell.repaintMs} ms: ${verdict}`,
    "",
    `- why: ${result.why}`,
    `- fab: exit ${report.code} after ${
      Math.round(report.elapsedMs)
    } ms, ${result.attempts} call(s)`,
    `- stdout: ${quote(report.stdout)}`,
    `- stderr: ${JSON.stringify(report.stderr.slice(0, 700))}`,
    `- payload: ${quote(result.text)}`,
    `- received: [${log.messages.map(quote).join(", ")}]`,
    `- events: ${events.slice(0, 40).join(" ")}`,
    `- raw bytes: ${quote(result.raw)}`,
    "",
    "```",
    excerpt(screen),
    "```",
    "",
  ].join("\n");
}
