/**
 * `fab pane map`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/common_flags.ts";
import { jsonDocument } from "../../lib/cli/json.ts";
import { table } from "../../lib/cli/table.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { mapJson, type MapRow, mapTable } from "../../lib/core/map_row.ts";
import type { PaneScope } from "../../lib/pane/enumerate.ts";
import { mapPanes } from "../../lib/pane/map.ts";
import type { Context } from "../../lib/ports.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly scope: PaneScope;
  readonly server: string | null;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Lists panes with the worktree, the change and the stage of the directory that each is in, " +
    "and the state of the agent in it. Without a flag: the panes of the current session.\n\n" +
    "What identifies a pane is its id, %N, together with the server; what identifies a window " +
    "is window_id, which may be null. Session names and window indexes are for display only: " +
    "tmux reassigns them.",
  flags: [
    { name: "session", value: "<name>", summary: "the panes of this session", complete: "session" },
    { name: "all-sessions", summary: "the panes of every session of the server" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane map", summary: "the panes of this session" },
    { line: "fab pane map --all-sessions --json", summary: "all panes, for a script" },
    { line: "fab pane map --session work -L agents", summary: "a session of another server" },
  ],
  parse(line) {
    const name = line.value("session");
    if (name !== undefined && line.given("all-sessions")) {
      throw new UsageError("--session and --all-sessions exclude each other");
    }
    if (name === "") throw new UsageError("--session: empty name");
    return {
      scope: name !== undefined
        ? { kind: "session", name }
        : line.given("all-sessions")
        ? { kind: "all" }
        : { kind: "current" },
      server: serverOf(line),
      json: line.given("json"),
    };
  },
  async run(options, context) {
    const tmux = createTmux(context.exec, options.server);
    const rows = await mapPanes(context, tmux, options.scope);
    await context.out.stdout(
      options.json ? jsonDocument(mapJson(rows, options.server)) : shown(rows, options, context),
    );
    return 0;
  },
});

function shown(rows: readonly MapRow[], { scope }: Options, { out }: Context): string {
  if (rows.length === 0) return "No tmux panes found.\n";
  const { headers, rows: cells } = mapTable(rows, { sessions: scope.kind === "all" });
  return table(headers, cells, { width: out.size()?.columns ?? null, color: out.color });
}
