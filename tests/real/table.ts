/**
 * The table at the end. Pure.
 *
 * @module
 */

import { wordOf } from "../matrix/judge.ts";
import type { Delivery } from "./run.ts";
import { RECORD_VERDICTS } from "./record_verdict.ts";
import { FORBIDDEN, OUTCOMES } from "./verdict.ts";

/** A Markdown table: a row for each CLI and size, a column for each outcome. */
export function realTable(
  runs: readonly {
    readonly title: string;
    readonly deliveries: readonly Delivery[];
  }[],
): string {
  const head = ["CLI", "texts", ...OUTCOMES, ...RECORD_VERDICTS, "median"];
  const rows = runs.map(({ title, deliveries }) => [
    title,
    `${deliveries.length}`,
    ...OUTCOMES.map((outcome) =>
      `${deliveries.filter((delivery) => delivery.outcome === outcome).length}`
    ),
    ...RECORD_VERDICTS.map((verdict) =>
      `${deliveries.filter((delivery) => delivery.record === verdict).length}`
    ),
    `${Math.round(median(deliveries))} ms`,
  ]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function median(deliveries: readonly Delivery[]): number {
  const times = deliveries.filter(({ report }) => report.code === 0)
    .map(({ report }) => report.elapsedMs).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

/** A line for each delivery that was not exact, or not proven by the record. */
export function notes(deliveries: readonly Delivery[]): string {
  return deliveries.filter(({ outcome, record }) =>
    outcome !== "exact" || record !== "record: right"
  ).map(
    (delivery) => {
      const { agent, size, payload, outcome, report, received, record } = delivery;
      const word = wordOf(report) === null ? "" : ` (${wordOf(report)})`;
      const got = received.length === 0 ? "" : `: ${JSON.stringify(received).slice(0, 120)}`;
      return `${agent} ${size.columns}x${size.rows} ${payload}: ${outcome}${word}, ${record}${got}`;
    },
  ).join("\n");
}

/** Whether it must not be. */
export function isForbidden({ outcome, record }: Delivery): boolean {
  return FORBIDDEN.includes(outcome) || record === "record: wrong";
}

/** Everything about one delivery. */
export function describe(delivery: Delivery): string {
  const { agent, size, payload, outcome, report, text, received, screen } = delivery;
  const short = (value: string) => JSON.stringify(value.length > 300 ? value.slice(-300) : value);
  return [
    `### ${agent} ${size.columns}x${size.rows} ${payload}: ${outcome}`,
    `fab: exit ${report.code} after ${Math.round(report.elapsedMs)} ms`,
    `stdout: ${report.stdout.trim()}`,
    `stderr: ${report.stderr.trim()}`,
    `text: ${short(text)}`,
    `received: ${received.map(short).join(", ")}`,
    screen.split("\n").filter((row) => row.trim() !== "").slice(-25).join("\n"),
    "",
  ].join("\n");
}
