/**
 * The environment variables that stand for configuration keys: `FAB_` and the dotted key in
 * capitals, with `_` for everything that a variable's name can't hold.
 *
 * @module
 */

import { KEYS } from "../core/config/keys.ts";
import { ROLES } from "../core/agent/roles.ts";

/** A variable that is set, and the key that it stands for. */
export interface ConfigVariable {
  readonly name: string;
  readonly path: readonly string[];
  readonly text: string;
}

/** The maps that a variable may hold as a whole. */
const MAPS: readonly (readonly string[])[] = [["agent", "profiles"], ["providers"]];

/**
 * The variables that are set, the most specific first, so that each outranks the ones after it.
 *
 * @param providers names of the providers there are, whose keys have variables too
 */
export function configVariables(
  all: Readonly<Record<string, string>>,
  providers: readonly string[],
): readonly ConfigVariable[] {
  const candidates = Object.keys(all).filter((name) => name.startsWith("FAB_"));
  if (candidates.length === 0) return [];
  const paths = [...KEYS.filter((key) => key.replacedBy === undefined).map(({ path }) => path)]
    .flatMap((path) => expand(path, "<role>", ROLES))
    .flatMap((path) => expand(path, "<name>", providers));
  const found: ConfigVariable[] = [];
  for (const path of [...paths, ...MAPS]) {
    const name = variableName(path);
    const text = candidates.includes(name) ? all[name] : undefined;
    if (text !== undefined && !found.some((one) => one.name === name)) {
      found.push({ name, path, text });
    }
  }
  return found;
}

/** Whether any variable could be one of these; cheap, for the ordinary case that none is set. */
export function mayHaveVariables(all: Readonly<Record<string, string>>): boolean {
  return Object.keys(all).some((name) => /^FAB_(AGENT|PROVIDERS|DISPATCH)_?/.test(name));
}

/** The variable of a key. */
export function variableName(path: readonly string[]): string {
  return `FAB_${path.join("_").toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

function expand(
  path: readonly string[],
  pattern: string,
  names: readonly string[],
): readonly (readonly string[])[] {
  const at = path.indexOf(pattern);
  return at < 0 ? [path] : names.map((name) => path.with(at, name));
}
