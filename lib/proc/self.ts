/**
 * How this program starts itself anew.
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";

/** What the program is given when it runs from source; a compiled one has it built in. */
const RIGHTS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
  "--deny-net",
  "--deny-ffi",
  "--deny-import",
];

/** What is known of the running program. */
export interface Running {
  /** Made by `deno compile`. */
  readonly compiled: boolean;
  /** The compiled program itself, or Deno. */
  readonly execPath: string;
  /** URL of the main module, which counts when it runs from source. */
  readonly mainModule: string;
}

/** The words that start the program; its arguments follow. */
export function selfArgv({ compiled, execPath, mainModule }: Running): readonly string[] {
  if (compiled) return [execPath];
  const main = fromFileUrl(mainModule);
  // Named, because Deno would look for a configuration from the working directory on.
  const config = join(dirname(main), "deno.json");
  return [execPath, "run", "--quiet", "--no-check", "--config", config, ...RIGHTS, main];
}
