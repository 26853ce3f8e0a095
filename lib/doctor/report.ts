/**
 * The doctor's report, for people and for scripts.
 *
 * @module
 */

import { oneLine } from "../core/visible.ts";
import type { Check, CheckStatus } from "./check.ts";

const COLORS: Readonly<Record<CheckStatus, number>> = { ok: 32, warn: 33, fail: 31 };

/** One line a check: status, name, what was found, and after a semicolon what to do. */
export function reportText(checks: readonly Check[], options: { readonly color: boolean }): string {
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  return checks.map(({ status, name, message, remedy }) => {
    const word = status.padEnd(4);
    const shown = options.color ? `\x1b[${COLORS[status]}m${word}\x1b[0m` : word;
    const text = oneLine(remedy === null ? message : `${message}; ${remedy}`);
    return `${shown}  ${name.padEnd(width)}  ${text}\n`;
  }).join("");
}

/** The report as data; `ok` is false when any check failed. */
export function reportData(checks: readonly Check[]): {
  readonly ok: boolean;
  readonly checks: readonly Check[];
} {
  return { ok: !checks.some(({ status }) => status === "fail"), checks };
}
