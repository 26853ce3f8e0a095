/**
 * No import of a package is `any`. The package that @std comes from ships no types; what
 * `types/std.d.ts` forgets would be `any` without a word from the compiler.
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { checkAside } from "./aside.ts";
import { listSources } from "./modules.ts";

/** A name that is imported from a package. */
export interface ImportedName {
  readonly specifier: string;
  /** As exported; `*` for the whole module. */
  readonly name: string;
  readonly typeOnly: boolean;
}

const IMPORT = /\bimport\s+(type\s+)?(?:(\*)\s+as\s+\w+|\{([^}]*)\}|(\w+))\s+from\s+"([^"]+)"/g;

/** The names that a source imports from packages, found by the shape that `deno fmt` gives imports. */
export function importedNames(source: string): ImportedName[] {
  const names: ImportedName[] = [];
  for (const [, type, star, list, single, specifier] of source.matchAll(IMPORT)) {
    if (specifier === undefined || /^[./]/.test(specifier) || specifier.includes(":")) continue;
    const whole = type !== undefined;
    if (star !== undefined) names.push({ specifier, name: "*", typeOnly: whole });
    if (single !== undefined) names.push({ specifier, name: "default", typeOnly: whole });
    for (const item of (list ?? "").split(",")) {
      const [, own, name] = /^\s*(type\s+)?(\w+)/.exec(item) ?? [];
      if (name !== undefined) names.push({ specifier, name, typeOnly: whole || own !== undefined });
    }
  }
  return names;
}

/** A module that compiles only when none of the names is `any`. */
export function probeOf(names: readonly ImportedName[]): string {
  const lines = ["type IsAny<T> = 0 extends 1 & T ? true : false;"];
  const seen = new Set<string>();
  for (const { specifier, name, typeOnly } of names) {
    const key = `${specifier} ${name} ${typeOnly}`;
    if (seen.has(key)) continue;
    const id = `n${seen.size}`;
    seen.add(key);
    const from = `from ${JSON.stringify(specifier)};`;
    const what = name === "*" ? `* as ${id}` : `{ ${name} as ${id} }`;
    lines.push(`import ${typeOnly && name !== "*" ? "type " : ""}${what} ${from}`);
    // A generic type can't be named without its arguments; that it is exported is checked above.
    if (!typeOnly) lines.push(`export const is_${id}: IsAny<typeof ${id}> = false; // ${key}`);
  }
  return lines.join("\n");
}

if (import.meta.main) {
  const root = dirname(dirname(fromFileUrl(import.meta.url)));
  const places = ["main.ts", "commands", "lib", "tests", "scripts", "bench"];
  const names: ImportedName[] = [];
  for (const path of await listSources(root, places)) {
    names.push(...importedNames(await Deno.readTextFile(join(root, path))));
  }
  const complaints = await checkAside(root, { files: new Map([["probe.ts", probeOf(names)]]) });
  if (complaints !== null) {
    console.error(complaints);
    Deno.exit(1);
  }
  console.log(`${names.length} imports of packages have types`);
}
