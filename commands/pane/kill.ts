/**
 * `fab pane kill`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { killPane } from "../../lib/pane/kill.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly force: boolean;
}

export const command = defineCommand<Options>({
  description: "Ends a pane and what runs in it. A pane whose agent is active or waiting is left " +
    "alone without --force; one whose state is unknown or idle is killed.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [{ name: "force", summary: "kill it even while its agent works or waits" }, serverFlag],
  examples: [
    { line: "fab pane kill %3", summary: "end an agent that is done" },
    { line: "fab pane kill %3 --force", summary: "end it in the middle of its turn" },
  ],
  parse: (line) => ({
    pane: line.args[0] ?? "",
    server: serverOf(line),
    force: line.given("force"),
  }),
  async run(options, context) {
    const tmux = createTmux(context.exec, options.server);
    await killPane(tmux, options.pane, options);
    const server = tmux.server === null ? "" : `server: ${tmux.server}\n`;
    await context.out.stdout(`killed ${options.pane}\n${server}`);
    return 0;
  },
});
