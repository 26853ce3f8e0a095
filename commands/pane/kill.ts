/**
 * `fab pane kill`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { quoted } from "../../lib/core/visible.ts";
import { killPane } from "../../lib/pane/kill.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly force: boolean;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Ends a pane and what runs in its terminal; what a program there has put into a session " +
    "of its own (setsid, a daemon) lives on. A pane whose agent is active or waiting is left alone " +
    "without --force; one whose state is unknown or idle is killed. With its last pane a session " +
    "ends, which is said on standard error.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [
    { name: "force", summary: "kill it even while its agent works or waits" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane kill %3", summary: "end an agent that is done" },
    { line: "fab pane kill %3 --force", summary: "end it in the middle of its turn" },
  ],
  parse: (line) => ({
    pane: line.args[0] ?? "",
    server: serverOf(line),
    force: line.given("force"),
    json: line.given("json"),
  }),
  async run(options, context) {
    const tmux = createTmux(context.exec, options.server);
    const ended = await killPane(tmux, options.pane, options);
    if (ended !== null) {
      await context.out.warn(
        `${options.pane} was the last pane of session ${quoted(ended)}, which has ended with it`,
      );
    }
    if (options.json) {
      await context.out.stdout(
        jsonDocument({ pane: options.pane, outcome: "killed", server: tmux.server }),
      );
      return 0;
    }
    const server = tmux.server === null ? "" : `server: ${tmux.server}\n`;
    await context.out.stdout(`killed ${options.pane}\n${server}`);
    return 0;
  },
});
