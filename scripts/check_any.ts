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

const IMPORT = /^import\s+(type\s+)?(?:(\*)\s+as\s+\w+|\{([^}]*)\}|(\w+))\s+from\s+"([^"]+)"/gm;

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

/**
 * A module that compiles only when none of the names is `any`: each is given to a type that nothing
 * fits, which the compiler must refuse. (A conditional type won't do: for a module without types
 * the compiler's answer is its error type, which passes every question about it.)
 */
export function probeOf(names: readonly ImportedName[]): string {
  const lines = ["interface NothingFits {\n  readonly nothing: unique symbol;\n}"];
  const seen = new Set<string>();
  for (const { specifier, name, typeOnly } of names) {
    const key = `${name} from ${specifier}${typeOnly ? " as a type" : ""}`;
    if (seen.has(key)) continue;
    const id = `n${seen.size}`;
    seen.add(key);
    const what = name === "*" ? `* as ${id}` : `{ ${name} as ${id} }`;
    // A generic type can't be named without its arguments: that it is exported must do.
    lines.push(`${typeOnly ? "export type" : "import"} ${what} from ${JSON.stringify(specifier)};`);
    if (typeOnly) continue;
    lines.push(`// @ts-expect-error ${key} must not be any`);
    lines.push(`export const is_${id}: NothingFits = ${id};`);
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
