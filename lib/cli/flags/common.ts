/**
 * Flags that many commands have, and how values are read.
 *
 * @module
 */

import { UsageError } from "../../core/errors.ts";
import { checkHost } from "../../core/remote/ssh.ts";
import { quoted } from "../../core/visible.ts";
import type { FlagSpec, ParsedLine } from "../command.ts";

export { serverFlag } from "../command.ts";
export { serverOf } from "./server.ts";

/** Who answers for the panes of other hosts: the hosts, or null when it is this one. */
export function hostsOf(line: ParsedLine): readonly string[] | null {
  return line.given("host") ? [...new Set(line.values("host").map(checkHost))] : null;
}

/** `--json`. */
export const jsonFlag: FlagSpec = { name: "json", summary: "print one JSON document" };

/**
 * A flag's value as a whole number in plain decimal; undefined when the flag was not given.
 *
 * @throws {UsageError} for anything else: a sign, a leading zero, an exponent, out of bounds.
 */
export function integer(
  line: ParsedLine,
  name: string,
  bounds: { readonly min: number; readonly max?: number },
): number | undefined {
  const text = line.value(name);
  if (text === undefined) return undefined;
  const max = bounds.max ?? Number.MAX_SAFE_INTEGER;
  const value = /^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : NaN;
  if (value >= bounds.min && value <= max) return value;
  const range = bounds.max === undefined ? `${bounds.min} or more` : `${bounds.min} to ${max}`;
  throw new UsageError(`--${name}: ${quoted(text)} is not a whole number of ${range}`);
}

/**
 * A flag's value in seconds, at most three decimals, as milliseconds; undefined when not given.
 *
 * @throws {UsageError} for anything else, a sign and an exponent included.
 */
export function seconds(line: ParsedLine, name: string): number | undefined {
  const text = line.value(name);
  if (text === undefined) return undefined;
  const value = /^(0|[1-9][0-9]*)(\.[0-9]{1,3})?$/.test(text) ? Number(text) : NaN;
  // Longer than timers can count is no time limit that anyone means.
  if (value <= 2_000_000) return Math.round(value * 1000);
  throw new UsageError(`--${name}: ${quoted(text)} is not a number of seconds, such as 30 or 0.5`);
}
