/**
 * `fab pane next`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { agentStateLabel } from "../../lib/core/agent_state.ts";
import { hooksOnlyFlag } from "../../lib/cli/flags/seen.ts";
import { seenWarning } from "../../lib/core/seen/state_text.ts";
import { mapEye } from "../../lib/pane/map.ts";
import { focusNext } from "../../lib/pane/next.ts";
import { seenAgents } from "../../lib/seen/settings.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly server: string | null;
  readonly hooksOnly: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Makes the attached client show the pane that needs a person most: the next one whose agent " +
    "is waiting, counted on from the pane in front, else the one that is idle for longest. All " +
    "sessions of the server count. Of several clients it is the one that was used last.\n\n" +
    "As a key: bind-key g run-shell -b 'fab pane next >/dev/null'",
  flags: [hooksOnlyFlag, serverFlag],
  examples: [{ line: "fab pane next", summary: "go to the agent that has a question" }],
  parse: (line) => ({ server: serverOf(line), hooksOnly: line.given("hooks-only") }),
  async run({ server, hooksOnly }, context) {
    const seen = mapEye(hooksOnly ? null : await seenAgents(context), context.clock);
    const row = await focusNext(context, createTmux(context.exec, server), seen);
    const label = row.state.state === null ? row.seen.label : agentStateLabel(row.state);
    await context.out.stdout(`focused ${row.pane} (${label})\n`);
    if (row.state.state === null) await context.out.warn(seenWarning(row.pane));
    return 0;
  },
});
