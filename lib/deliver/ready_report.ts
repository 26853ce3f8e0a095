/**
 * A readiness report as words and as JSON (contract §4.6).
 *
 * @module
 */

import { reasonText } from "../core/screen/readiness.ts";
import type { ReadyReport } from "./ready.ts";

/** The pane that was asked. */
export interface ReportedPane {
  readonly pane: string;
  /** Shown when there is one. */
  readonly server: string | null;
}

/** The word; below it, unless it is `ready`, the pane and what it shows. With a line feed. */
export function readyText(report: ReadyReport, { pane, server }: ReportedPane): string {
  const lines: string[] = [report.state];
  if (report.state !== "ready") {
    if (report.reason !== null) lines.push(`reason: ${reasonText(report.reason)}`);
    lines.push(`pane: ${pane}`);
    if (server !== null) lines.push(`server: ${server}`);
    if (report.snippet !== null) lines.push(report.snippet);
  }
  return `${lines.join("\n")}\n`;
}

/** The published keys in their order; a ready pane has no snippet, and a parked one has a reason. */
export function readyJson(report: ReadyReport, { pane, server }: ReportedPane) {
  const snippet = report.state === "ready" ? null : report.lines.join("\n");
  const { reason } = report;
  return {
    state: report.state,
    pane,
    server,
    snippet,
    reason: reason?.word ?? null,
    reason_detail: reason?.detail ?? null,
  };
}
