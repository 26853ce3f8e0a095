/**
 * `fab pane watch`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { drawMap, scopeFlags, scopeOf } from "../../lib/cli/flags/map.ts";
import { hooksOnlyFlag } from "../../lib/cli/flags/seen.ts";
import { cut } from "../../lib/cli/text/table.ts";
import type { PaneScope } from "../../lib/core/map/scope.ts";
import { mapEye } from "../../lib/pane/map.ts";
import { watchLine, watchScreen } from "../../lib/pane/watch.ts";
import { seenAgents } from "../../lib/seen/settings.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly scope: PaneScope;
  readonly server: string | null;
  readonly line: boolean;
  readonly hooksOnly: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Keeps the map on the screen and redraws it when something changes; q, Esc or C-c quits " +
    "and brings the screen back. Without a flag: the panes of the current session.\n\n" +
    "The arrow keys (or j and k) move a mark, Enter goes to the marked pane in the attached client; w, " +
    "a and i show only those that wait, work or are idle, s one session after the other, 0 all.\n\n" +
    "A ~ marks what is seen, where no hook wrote a state; --hooks-only leaves it out.\n\n" +
    "--line prints how many agents wait, work and are idle, such as 2 waiting · 1 active · 3 " +
    "idle, and a new line whenever that changes, until it is ended. It is made for tmux's " +
    "status line:\n\n" +
    "set -g status-interval 5\n\n" +
    "set -ag status-right ' #(fab pane watch --line --all-sessions)'",
  flags: [
    ...scopeFlags,
    hooksOnlyFlag,
    { name: "line", summary: "print the counts alone, a line for each change" },
    serverFlag,
  ],
  examples: [
    { line: "fab pane watch", summary: "the live map of this session" },
    { line: "fab pane watch --all-sessions", summary: "of all sessions" },
    { line: "fab pane watch --line --all-sessions", summary: "the counts, for a status line" },
  ],
  parse: (line) => ({
    scope: scopeOf(line),
    server: serverOf(line),
    line: line.given("line"),
    hooksOnly: line.given("hooks-only"),
  }),
  takesTerminal: ({ line }) => !line,
  async run({ scope, server, line, hooksOnly }, context) {
    const tmux = createTmux(context.exec, server);
    const seen = mapEye(hooksOnly ? null : await seenAgents(context), context.clock);
    if (line) return await watchLine(context, tmux, { scope, seen });
    return await watchScreen(context, tmux, {
      cut,
      scope,
      seen,
      draw: (rows, width) => drawMap(rows, { scope, width, color: context.out.color }),
    });
  },
});
