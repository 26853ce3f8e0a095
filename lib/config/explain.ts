/**
 * The reference of the configuration, made from the table of keys and the built-in fragment, so
 * that there is no second copy of either.
 *
 * @module
 */

import { stringify } from "@std/yaml";
import { describeType, formatKey, KEYS, type KeySpec } from "../core/config/keys.ts";
import { valueAt } from "../core/config/merge.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import { KNOWN_SIGNALS } from "../core/seen/known_signals.ts";
import { KNOWN_RECORDS } from "../core/records/known_records.ts";
import { ROLES } from "../core/agent/roles.ts";
import { variableName } from "./variables.ts";

const INTRO =
  `# Configuration, highest first, leaf by leaf: environment variables, ~/.fab-kit/config.yaml,
# fab/project/config.yaml (found upwards), built in. null, "", [] and {} define nothing.
# <role> is one of ${ROLES.join(", ")}; <name> is any provider's name.
`;

/** By name, in the shape of `providers`. */
const SIGNALS = Object.fromEntries(
  Object.entries(KNOWN_SIGNALS).map(([name, signals]) => [name, { signals }]),
);

/** As {@linkcode SIGNALS}. */
const RECORDS = Object.fromEntries(
  Object.entries(KNOWN_RECORDS).map(([name, records]) => [name, { records }]),
);

/** All of the reference. */
export function explainAll(): string {
  const current = KEYS.filter((spec) => spec.replacedBy === undefined).map(explainKey);
  const old = KEYS.filter((spec) => spec.replacedBy !== undefined)
    .map((spec) => `# ${spec.path.join(".")}: now ${spec.replacedBy}\n`);
  return [
    INTRO,
    ...current.map((text) => `\n${text}`),
    "\n# Old spellings, still read, each where the new one is unset in the same layer.\n",
    ...old,
    "\n# Signals that are built in, also of programs that are no providers:\n#\n",
    commented(fragment({ providers: SIGNALS })),
    "\n# Records of their own that are known, also of programs that are no providers:\n#\n",
    commented(fragment({ providers: RECORDS })),
    "\n# Built in, as a configuration fragment:\n\n",
    fragment(BUILT_IN),
  ].join("");
}

/**
 * The reference of one key, or of all keys below a map.
 *
 * @param path a real path, or one with `<role>` and `<name>` in it
 * @returns null for a path that is not known
 */
export function explain(path: readonly string[]): string | null {
  const specs = KEYS.filter((spec) => covers(path, spec.path));
  if (specs.length === 0) return null;
  const text = specs.map(explainKey).join("\n");
  const value = valueAt(BUILT_IN, path) ?? valueAt({ providers: SIGNALS }, path) ??
    valueAt({ providers: RECORDS }, path);
  // A leaf without patterns in its path has said its value already.
  if (value === undefined || specs.some((spec) => formatKey(spec.path) === formatKey(path))) {
    return text;
  }
  const tree = path.toReversed().reduce<unknown>((child, part) => ({ [part]: child }), value);
  return `${text}\n# Built in:\n\n${fragment(tree)}`;
}

function explainKey(spec: KeySpec): string {
  const { path, type, summary } = spec;
  const lines = [`${path.join(".")}: ${describeType(type)}`, `  ${summary}`];
  if (spec.replacedBy === undefined) lines.push(`  variable: ${patternVariable(path)}`);
  const value = valueAt(BUILT_IN, path);
  if (value !== undefined) lines.push(`  built in: ${value}`);
  return lines.map((line) => `${line}\n`).join("");
}

/** `FAB_AGENT_PROFILES_<ROLE>_MODEL`. */
function patternVariable(path: readonly string[]): string {
  return path.reduce(
    (name, part) =>
      `${name}_${part.startsWith("<") ? part.toUpperCase() : variableName([part]).slice(4)}`,
    "FAB",
  );
}

/** Whether a path is the same as a key's, or leads to it. */
function covers(path: readonly string[], key: readonly string[]): boolean {
  return path.length <= key.length && path.every((part, index) => {
    const pattern = key[index];
    if (part === pattern) return true;
    return pattern === "<name>" ||
      (pattern === "<role>" && (ROLES as readonly string[]).includes(part));
  });
}

function commented(text: string): string {
  return text.replace(/\n$/, "").split("\n").map((line) => `# ${line}\n`).join("");
}

function fragment(tree: unknown): string {
  return stringify(tree, { lineWidth: -1 });
}
