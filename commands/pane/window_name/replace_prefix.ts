/**
 * `fab pane window-name replace-prefix`.
 *
 * @module
 */

import { defineCommand } from "../../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../../lib/cli/text/json.ts";
import { FabError } from "../../../lib/core/errors.ts";
import { renameLine } from "../../../lib/core/map/window_name.ts";
import { renameWindow } from "../../../lib/pane/window_name.ts";
import { createTmux } from "../../../lib/tmux/tmux.ts";

interface Options {
  readonly pane: string;
  readonly from: string;
  readonly to: string;
  readonly server: string | null;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description: "Replaces the beginning of the name of the pane's window, only where the name " +
    "begins so: a window that a person renamed is left alone. Prints nothing then. " +
    "An empty <from> is refused with exit code 3.",
  args: [
    { name: "pane", summary: "exact pane id, such as %3", complete: "pane" },
    { name: "from", summary: "what the name must begin with" },
    { name: "to", summary: "what takes its place; may be empty" },
  ],
  flags: [jsonFlag, serverFlag],
  examples: [
    {
      line: 'fab pane window-name replace-prefix %3 "run " "done "',
      summary: "mark a window as done",
    },
    { line: 'fab pane window-name replace-prefix %3 "run " ""', summary: "take the mark away" },
  ],
  parse(line) {
    const [pane = "", from = "", to = ""] = line.args;
    if (from === "") {
      throw new FabError(
        "tmux",
        "empty prefix; usage: fab pane window-name replace-prefix <pane> <from> <to>",
      );
    }
    return { pane, from, to, server: serverOf(line), json: line.given("json") };
  },
  async run({ pane, from, to, server, json }, context) {
    const tmux = createTmux(context.exec, server);
    const report = await renameWindow(tmux, pane, { kind: "replace-prefix", from, to });
    await context.out.stdout(json ? jsonDocument({ pane, ...report }) : renameLine(report));
    return 0;
  },
});
