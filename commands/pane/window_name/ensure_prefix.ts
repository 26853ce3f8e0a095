/**
 * `fab pane window-name ensure-prefix`.
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
  readonly prefix: string;
  readonly server: string | null;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description: "Puts a prefix in front of the name of the pane's window, unless the name already " +
    "begins with it. Prints nothing when there is nothing to do. " +
    "An empty prefix is refused with exit code 3.",
  args: [
    { name: "pane", summary: "exact pane id, such as %3", complete: "pane" },
    { name: "prefix", summary: "what the name is to begin with" },
  ],
  flags: [jsonFlag, serverFlag],
  examples: [
    { line: 'fab pane window-name ensure-prefix %3 "run "', summary: "mark a window as running" },
  ],
  parse(line) {
    const [pane = "", prefix = ""] = line.args;
    if (prefix === "") {
      throw new FabError(
        "tmux",
        "empty prefix; usage: fab pane window-name ensure-prefix <pane> <prefix>",
      );
    }
    return { pane, prefix, server: serverOf(line), json: line.given("json") };
  },
  async run({ pane, prefix, server, json }, context) {
    const tmux = createTmux(context.exec, server);
    const report = await renameWindow(tmux, pane, { kind: "ensure-prefix", prefix });
    await context.out.stdout(json ? jsonDocument({ pane, ...report }) : renameLine(report));
    return 0;
  },
});
