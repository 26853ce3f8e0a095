/**
 * Whether the program takes a line that a text shows.
 *
 * @module
 */

import { assert } from "@std/assert";
import { root } from "../../commands/mod.ts";
import { parseLine } from "../../lib/cli/parse.ts";
import { loaderOf, resolve } from "../../lib/cli/resolve.ts";
import { fabWords } from "./shell_words.ts";

/** Reads a line that begins with `fab` as the program would, without running it. */
export async function assertTaken(line: string): Promise<void> {
  const resolved = resolve(root, fabWords(line));
  assert(resolved.kind === "command", `${line}: no command`);
  const spec = await loaderOf(resolved.place)!();
  const parsed = parseLine(resolved.argv, spec);
  assert(parsed !== null, `${line}: asks for help`);
  spec.parse(parsed);
}
