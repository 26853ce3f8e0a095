/**
 * What a new agent must not inherit: variables that an agent sets for what it runs, by which the new
 * one would take itself for a part of it.
 *
 * @module
 */

import type { Provider } from "../config/types.ts";

/** What `not_inherited` says where all is to be inherited: an empty value defines nothing. */
const ALL_INHERITED = "none";

/** The variables that a provider's agent starts without. Words that are no names are left out. */
export function notInherited(provider: Provider): readonly string[] {
  const words = (provider.not_inherited ?? ALL_INHERITED).split(/[\s,]+/);
  return words.filter((word) => word !== ALL_INHERITED && /^[A-Za-z_][A-Za-z0-9_]*$/.test(word));
}

/** The names of `wanted` that are set in what `tmux show-environment` prints. */
export function namesIn(wanted: readonly string[], environment: string): readonly string[] {
  const set = new Set(environment.split("\n").map((line) => line.split("=", 1)[0]));
  return wanted.filter((name) => set.has(name));
}

/** A POSIX shell line without these variables; the line itself where there are none. */
export function withoutVariables(line: string, names: readonly string[]): string {
  return names.length === 0 ? line : `unset ${names.join(" ")}; ${line}`;
}
