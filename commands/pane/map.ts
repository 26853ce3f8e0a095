/**
 * `fab pane map`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { hostsOf, jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { hooksOnlyFlag } from "../../lib/cli/flags/seen.ts";
import { hostFlag } from "../../lib/cli/hosts.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { drawHosts, drawMap, scopeFlags, scopeOf, scopeWords } from "../../lib/cli/flags/map.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { serverWords } from "../../lib/core/server.ts";
import { mapJson } from "../../lib/core/map/row.ts";
import { cut } from "../../lib/cli/text/table.ts";
import type { PaneScope } from "../../lib/core/map/scope.ts";
import { mapEye, mapPanes } from "../../lib/pane/map.ts";
import { seenAgents } from "../../lib/seen/settings.ts";
import { quoteWords } from "../../lib/core/quote.ts";
import { tmuxHint } from "../../lib/tmux/hint.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly scope: PaneScope;
  readonly server: string | null;
  readonly hooksOnly: boolean;
  readonly settle: boolean;
  readonly form: "table" | "json" | "watch";
  /** Null: this one. */
  readonly hosts: readonly string[] | null;
}

export const command = defineCommand<Options>({
  description:
    "Lists panes with the worktree, the change and the stage of the directory that each is in, " +
    "and the state of the agent in it. Without a flag: the panes of the current session.\n\n" +
    "Where no hook wrote a state, it is told as it is seen, with a ~ in front, in JSON apart as " +
    "seen_state; --hooks-only leaves that out. One look does not tell all: --settle takes 300 ms " +
    "more, and 'fab pane state' looks until it knows.\n\n" +
    "What identifies a pane is its id, %N, together with the server; what identifies a window " +
    "is window_id, which may be null. Session names and window indexes are for display only: " +
    "tmux reassigns them.\n\n" +
    "With --host it asks the hosts, each over ssh, and shows all of their panes together, each with " +
    "its host; without --session, those of every session. A host that can't be asked is a warning, " +
    "and the exit code is 1.",
  flags: [
    ...scopeFlags,
    hooksOnlyFlag,
    { name: "settle", summary: "look for 300 ms where one look does not tell a state" },
    { name: "watch", summary: "keep the table on the screen, redrawn on change; q quits" },
    jsonFlag,
    serverFlag,
    hostFlag,
  ],
  examples: [
    { line: "fab pane map", summary: "the panes of this session" },
    { line: "fab pane map --all-sessions --json", summary: "all panes, for a script" },
    { line: "fab pane map --session work -L agents", summary: "a session of another server" },
    { line: "fab pane map --watch", summary: "the live table" },
    { line: "fab pane map --host red --host blue", summary: "the panes of two other machines" },
  ],
  parse(line) {
    if (line.given("watch") && line.given("json")) {
      throw new UsageError("--watch and --json exclude each other");
    }
    const hosts = hostsOf(line);
    if (line.given("watch") && hosts !== null) {
      throw new UsageError("--watch is for one host: fab --host <host> pane watch");
    }
    const scope = scopeOf(line);
    return {
      hosts,
      scope: hosts !== null && scope.kind === "current" ? { kind: "all" } : scope,
      server: serverOf(line),
      hooksOnly: line.given("hooks-only"),
      settle: line.given("settle"),
      form: line.given("json") ? "json" : line.given("watch") ? "watch" : "table",
    };
  },
  async run({ scope, server, form, hosts, hooksOnly, settle }, context) {
    const { out } = context;
    if (hosts !== null) {
      const { mapHosts } = await import("../../lib/remote/map.ts");
      const args = [
        ...scopeWords(scope),
        ...serverWords(server),
        ...hooksOnly ? ["--hooks-only"] : [],
        ...settle ? ["--settle"] : [],
      ];
      const { rows, documents, code } = await mapHosts(context, hosts, args);
      const width = out.size()?.columns ?? null;
      await out.stdout(
        form === "json" ? jsonDocument(documents) : drawHosts(rows, { width, color: out.color }),
      );
      return code;
    }
    const tmux = createTmux(context.exec, server);
    const seen = mapEye(hooksOnly ? null : await seenAgents(context), context.clock);
    if (form === "watch") {
      const { watchScreen } = await import("../../lib/pane/watch.ts");
      return await watchScreen(context, tmux, {
        cut,
        scope,
        seen,
        draw: (rows, width) => drawMap(rows, { scope, width, color: out.color }),
      });
    }
    const rows = await mapPanes(context, tmux, { scope, seen, settle });
    const width = out.size()?.columns ?? null;
    await out.stdout(
      form === "json"
        ? jsonDocument(mapJson(rows, server))
        : drawMap(rows, { scope, width, color: out.color }),
    );
    if (rows.length === 0 && out.stdoutIsTerminal && form === "table") {
      const session = tmuxHint(tmux, "new-session", "-d");
      const agent = quoteWords(["fab", "spawn", ...serverWords(server)]);
      await out.stderr(
        `Begin a session with '${session}', and put an agent into it with '${agent}'.\n`,
      );
    }
    return 0;
  },
});
