/**
 * Whether the program takes a line that a text shows.
 *
 * @module
 */

import { assert } from "@std/assert";
import { root } from "../../commands/mod.ts";
import { takeHosts } from "../../lib/cli/hosts.ts";
import { HELP_FLAG, parseLine } from "../../lib/cli/parse.ts";
import { loaderOf, resolve } from "../../lib/cli/resolve.ts";
import { fabWords } from "./shell_words.ts";

/** Reads a line that begins with `fab` as the program would, without running it. */
export async function assertTaken(line: string): Promise<void> {
  const resolved = resolve(root, takeHosts(fabWords(line)).rest);
  assert(resolved.kind === "command", `${line}: no command`);
  const spec = await loaderOf(resolved.place)!();
  const parsed = parseLine(resolved.argv, spec);
  assert(parsed !== null, `${line}: asks for help`);
  spec.parse(parsed);
}

/**
 * Checks a mention in a text's running lines, which may leave arguments out or name them
 * (`<pane>`, `…`): the command exists, and so does each flag.
 */
export async function assertMentioned(span: string): Promise<void> {
  const words = fabWords(span.replaceAll(/<[a-z][^>]*>|…/g, ""));
  const resolved = resolve(root, takeHosts(words).rest);
  if (resolved.kind !== "command") return;
  const flags = [...(await loaderOf(resolved.place)!()).flags ?? [], HELP_FLAG];
  const own = resolved.argv.slice(
    0,
    resolved.argv.includes("--") ? resolved.argv.indexOf("--") : undefined,
  );
  for (const word of own.filter((word) => /^--./.test(word))) {
    const name = word.slice(2).split("=")[0];
    assert(flags.some((flag) => flag.name === name), `no flag --${name}`);
  }
}
