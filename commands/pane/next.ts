/**
 * `fab pane next`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { agentStateLabel } from "../../lib/core/agent_state.ts";
import { focusNext } from "../../lib/pane/next.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly server: string | null;
}

export const command = defineCommand<Options>({
  description:
    "Makes the attached client show the pane that needs a person most: the next one whose agent " +
    "is waiting, counted on from the pane in front, else the one that is idle for longest. All " +
    "sessions of the server count. Of several clients it is the one that was used last.\n\n" +
    "As a key: bind-key g run-shell -b 'fab pane next >/dev/null'",
  flags: [serverFlag],
  examples: [{ line: "fab pane next", summary: "go to the agent that has a question" }],
  parse: (line) => ({ server: serverOf(line) }),
  async run({ server }, context) {
    const row = await focusNext(context, createTmux(context.exec, server));
    await context.out.stdout(`focused ${row.pane} (${agentStateLabel(row.state)})\n`);
    return 0;
  },
});
