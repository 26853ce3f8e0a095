/**
 * Lists what each command loads beyond what every run loads, and fails when one loads what it has
 * no use for. What is loaded is parsed, and that is the most of a short command's time.
 *
 *   deno task modules            a line a command: modules, bytes, packages
 *   deno task modules <command>  the modules of those whose name begins so
 *
 * @module
 */

import { dirname, fromFileUrl } from "@std/path";
import { type Module, readModules } from "./modules.ts";

/** What a command may not load at its start; a later `import()` may. */
interface Budget {
  /** Command modules, by path. */
  readonly commands: RegExp;
  readonly never: RegExp;
  readonly why: string;
}

const HEAVY = /^(@std\/yaml|yaml|zod\/mini)$/;

const BUDGETS: readonly Budget[] = [
  {
    commands: /^main\.ts$/,
    never:
      /^(@std\/yaml|yaml|zod\/mini|get-east-asian-width)$|^lib\/(look|wait|deliver|pane|agent|dispatch|config|rk)\//,
    why: "every run loads it",
  },
  {
    commands: /^commands\/pane\/(deliver|ready|capture|kill|process|window_name\/.*)\.ts$/,
    never: HEAVY,
    why: "it reads no configuration",
  },
  { commands: /^commands\/(completion|man|skill\/.*)\.ts$/, never: HEAVY, why: "it prints a text" },
];

/** All that is loaded with a module at once: what it imports and what that imports, not `import()`. */
export function loadedWith(modules: ReadonlyMap<string, Module>, path: string): Set<string> {
  const loaded = new Set<string>();
  const open = [path];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (loaded.has(at)) continue;
    loaded.add(at);
    for (const arrow of modules.get(at)?.arrows ?? []) {
      if (!arrow.dynamic && !arrow.typeOnly) open.push(arrow.to);
    }
  }
  return loaded;
}

/** The budgets that are exceeded, in words. */
export function findExcess(modules: ReadonlyMap<string, Module>): string[] {
  const excess: string[] = [];
  for (const path of modules.keys()) {
    for (const budget of BUDGETS) {
      if (!budget.commands.test(path)) continue;
      for (const loaded of loadedWith(modules, path)) {
        if (budget.never.test(loaded)) {
          excess.push(
            `${path} loads ${loaded} at its start: ${budget.why}; import() it where it is used`,
          );
        }
      }
    }
  }
  return excess;
}

if (import.meta.main) {
  const root = dirname(dirname(fromFileUrl(import.meta.url)));
  const modules = await readModules(root, ["main.ts"]);
  const wanted = Deno.args[0];
  const always = loadedWith(modules, "main.ts");
  const commands = [...modules.keys()].filter((path) => path.startsWith("commands/"))
    .filter((path) => !always.has(path)).sort();
  for (const path of ["main.ts", ...commands]) {
    if (wanted !== undefined && !path.includes(wanted)) continue;
    const own = [...loadedWith(modules, path)].filter((p) => path === "main.ts" || !always.has(p));
    const files = own.filter((p) => modules.has(p));
    const bytes = files.reduce((sum, p) => sum + (modules.get(p)?.size ?? 0), 0);
    const packages = own.filter((p) => !modules.has(p)).sort();
    console.log(
      `${path.padEnd(48)} ${String(files.length).padStart(3)} modules ` +
        `${String(Math.round(bytes / 1024)).padStart(4)} KB  ${packages.join(" ")}`,
    );
    if (wanted !== undefined) console.log(files.sort().map((p) => `  ${p}`).join("\n"));
  }
  const excess = findExcess(modules);
  for (const line of excess) console.error(line);
  if (excess.length > 0) Deno.exit(1);
}
