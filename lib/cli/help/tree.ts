/**
 * Helpers that write the tree of commands down.
 *
 * @module
 */

import type { CommandFamily, CommandLeaf, CommandSpec } from "../command.ts";

/** A module that declares a command: `export const command = defineCommand({…})`. */
export interface CommandModule {
  // deno-lint-ignore no-explicit-any -- the option type is the command's own business
  readonly command: CommandSpec<any>;
}

/** A command whose module is loaded only when it is called or its help is shown. */
export function leaf(
  name: string,
  { load, ...rest }: Omit<CommandLeaf, "kind" | "name" | "load"> & {
    readonly load: () => Promise<CommandModule>;
  },
): CommandLeaf {
  return { kind: "command", name, ...rest, load: async () => (await load()).command };
}

/** A family of commands; `load` gives it a command of its own beside its children. */
export function family(
  name: string,
  { load, ...rest }: Omit<CommandFamily, "kind" | "name" | "load"> & {
    readonly load?: () => Promise<CommandModule>;
  },
): CommandFamily {
  const own = load === undefined ? {} : { load: async () => (await load()).command };
  return { kind: "family", name, ...rest, ...own };
}
