/**
 * `fab pane map`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/common_flags.ts";
import { jsonDocument } from "../../lib/cli/json.ts";
import { drawMap, scopeFlags, scopeOf } from "../../lib/cli/map_flags.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { mapJson } from "../../lib/core/map_row.ts";
import type { PaneScope } from "../../lib/core/map_scope.ts";
import { mapPanes } from "../../lib/pane/map.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly scope: PaneScope;
  readonly server: string | null;
  readonly form: "table" | "json" | "watch";
}

export const command = defineCommand<Options>({
  description:
    "Lists panes with the worktree, the change and the stage of the directory that each is in, " +
    "and the state of the agent in it. Without a flag: the panes of the current session.\n\n" +
    "What identifies a pane is its id, %N, together with the server; what identifies a window " +
    "is window_id, which may be null. Session names and window indexes are for display only: " +
    "tmux reassigns them.",
  flags: [
    ...scopeFlags,
    { name: "watch", summary: "keep the table on the screen, redrawn on change; q quits" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane map", summary: "the panes of this session" },
    { line: "fab pane map --all-sessions --json", summary: "all panes, for a script" },
    { line: "fab pane map --session work -L agents", summary: "a session of another server" },
    { line: "fab pane map --watch", summary: "the live table" },
  ],
  parse(line) {
    if (line.given("watch") && line.given("json")) {
      throw new UsageError("--watch and --json exclude each other");
    }
    return {
      scope: scopeOf(line),
      server: serverOf(line),
      form: line.given("json") ? "json" : line.given("watch") ? "watch" : "table",
    };
  },
  async run({ scope, server, form }, context) {
    const { out } = context;
    const tmux = createTmux(context.exec, server);
    if (form === "watch") {
      const { watchScreen } = await import("../../lib/pane/watch.ts");
      return await watchScreen(context, tmux, {
        scope,
        draw: (rows, width) => drawMap(rows, { scope, width, color: out.color }),
      });
    }
    const rows = await mapPanes(context, tmux, scope);
    const width = out.size()?.columns ?? null;
    await out.stdout(
      form === "json"
        ? jsonDocument(mapJson(rows, server))
        : drawMap(rows, { scope, width, color: out.color }),
    );
    return 0;
  },
});
