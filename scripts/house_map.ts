/**
 * The map of the house in CONTRIBUTING.md: each room of `lib/`, each module with its own first
 * sentence. A gate compares it, so that it can't go stale.
 *
 *   deno task house           writes it
 *   deno task house --check   exit 1 when what stands there is another one
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { listSources } from "./modules.ts";

const START = "<!-- the map: deno task house -->\n```text\n";
const END = "```\n<!-- end of the map -->";

/** The first sentence of a module's own description, null when it has none. */
export function firstSentence(source: string): string | null {
  const [, block] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? [];
  if (block === undefined) return null;
  const lines = block.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim());
  const paragraph = lines.join("\n").trim().split(/\n\n|\n@/)[0]!.replaceAll("\n", " ");
  if (paragraph === "" || paragraph.startsWith("@")) return null;
  return /^.*?[.:](?= |$)/.exec(paragraph)?.[0].replace(/[.:]$/, "") ?? paragraph;
}

/**
 * The map: rooms in the order of their paths.
 *
 * @throws {Error} naming a module that does not say what it holds.
 */
export function houseMap(sources: ReadonlyMap<string, string>): string {
  const rooms = Map.groupBy(sources.keys(), (path) => dirname(path));
  const lines: string[] = [];
  for (const [room, paths] of [...rooms].sort(([a], [b]) => a < b ? -1 : 1)) {
    lines.push(`${room}/`);
    for (const path of paths.sort()) {
      const sentence = firstSentence(sources.get(path)!);
      if (sentence === null) throw new Error(`${path}: does not begin with what it holds`);
      lines.push(`  ${path.slice(room.length + 1).padEnd(24)} ${sentence}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** The page with the map in its place; null when there is no place for it. */
export function withMap(page: string, map: string): string | null {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) return null;
  return page.slice(0, start + START.length) + map + page.slice(end);
}

if (import.meta.main) {
  const root = dirname(dirname(fromFileUrl(import.meta.url)));
  const paths = (await listSources(root, ["lib"])).filter((path) => !path.endsWith("_test.ts"));
  const sources = new Map<string, string>();
  for (const path of paths) sources.set(path, await Deno.readTextFile(join(root, path)));
  const file = join(root, "CONTRIBUTING.md");
  const page = await Deno.readTextFile(file);
  const wanted = withMap(page, houseMap(sources));
  if (wanted === null) {
    console.error("CONTRIBUTING.md has no place for the map");
    Deno.exit(1);
  }
  if (Deno.args[0] !== "--check") await Deno.writeTextFile(file, wanted);
  else if (wanted !== page) {
    console.error("the map of the house in CONTRIBUTING.md is old; run 'deno task house'");
    Deno.exit(1);
  }
}
