import { type CommandFamily, type CommandSpec, defineCommand } from "../lib/cli/command.ts";
import { manPage } from "../lib/cli/help/man.ts";

/** `fab man`. It needs the whole tree. */
export function manCommand(root: CommandFamily, version: string): CommandSpec<unknown> {
  return defineCommand({
    description:
      "Prints the manual page fab(1) as roff, made from the same declarations as --help.\n\n" +
      "  fab man | man -l -                                     read it (GNU man)\n" +
      "  fab man > ~/.local/share/man/man1/fab.1                install it",
    examples: [{ line: "fab man", summary: "print the page" }],
    parse: () => ({}),
    async run(_options, { out }) {
      await out.stdout(await manPage(root, version));
      return 0;
    },
  });
}
