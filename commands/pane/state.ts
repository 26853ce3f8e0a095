/**
 * `fab pane state`.
 *
 * @module
 */

import { resolve } from "@std/path";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { FabError, UsageError } from "../../lib/core/errors.ts";
import { agentStateLabel, reportAgentState } from "../../lib/core/agent_state.ts";
import { seenLabel, statesJson, statesText } from "../../lib/core/seen/state_text.ts";
import type { Context } from "../../lib/ports.ts";
import { createRecorder } from "../../lib/seen/recorder.ts";
import { seenAgents } from "../../lib/seen/settings.ts";
import { paneStates } from "../../lib/seen/state.ts";

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly explain: boolean;
  readonly json: boolean;
  readonly watch: boolean;
  /** Null: none. */
  readonly record: string | null;
  readonly withText: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Tells the state of a pane's agent twice: as its hook wrote it, and as it is seen, with what " +
    "it is seen by. What is seen is marked with a ~ and is never mixed with what was written. Where it " +
    "isn't clear nothing is said, after 2.7 seconds of looking at most.\n\n" +
    "--explain lists all that was seen. --watch prints a line for each change until it is ended. " +
    "--record writes what was looked at into a file that can be attached to a report of a wrong " +
    "state: numbers and a few words, none of the screen's text; --with-text adds title and screen.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [
    { name: "explain", summary: "list all that was seen, what decided first" },
    { name: "watch", summary: "print a line for each change, until ended" },
    {
      name: "record",
      value: "<file>",
      summary: "write what was looked at into a file",
      complete: "file",
    },
    { name: "with-text", summary: "with --record: the screen's text as well" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane state %3", summary: "what the agent does, and how that is known" },
    { line: "fab pane state %3 --explain", summary: "all that was seen" },
    { line: "fab pane state %3 --watch --record wrong.jsonl", summary: "for a report" },
  ],
  parse(line) {
    if (line.given("watch") && line.given("json")) {
      throw new UsageError("--watch and --json exclude each other");
    }
    const record = line.value("record") ?? null;
    if (record === "") throw new UsageError("--record is empty; give the path of a file");
    if (line.given("with-text") && record === null) {
      throw new UsageError("--with-text is about --record; give --record <file> as well");
    }
    return {
      pane: line.args[0] ?? "",
      server: serverOf(line),
      explain: line.given("explain"),
      json: line.given("json"),
      watch: line.given("watch"),
      record,
      withText: line.given("with-text"),
    };
  },
  async run(options, context) {
    const { pane, server, watch } = options;
    const table = await seenAgents(context);
    if (table === null) {
      throw new FabError("failed", "agent.seen is false here: no state is told by what is seen");
    }
    const { record } = options;
    const file = record === null ? null : resolve(context.env.cwd(), record);
    const recorder = file === null ? null : createRecorder(table, { withText: options.withText });
    try {
      const states = paneStates(context, {
        ...{ pane, server, table, watch },
        ...(recorder === null ? {} : { onLook: recorder.onLook }),
      });
      for await (const now of states) {
        const about = { pane, ...now };
        const nowMs = context.clock.now();
        if (watch) await context.out.stdout(changeLine(context, about));
        else if (options.json) await context.out.stdout(jsonDocument(statesJson(about, server)));
        else await context.out.stdout(statesText(about, { nowMs, explain: options.explain }));
      }
    } finally {
      // Also when it was ended by a signal: that is how a recording ends.
      if (file !== null && recorder !== null) {
        await context.files.writeAtomic(file, recorder.content());
      }
    }
    return 0;
  },
});

/** `12:00:07 ~active (title says active)`, with the hook's state where there is one. */
function changeLine(
  { clock }: Pick<Context, "clock">,
  { hook, seen, contradiction }: Omit<Parameters<typeof statesText>[0], "pane">,
): string {
  const nowMs = clock.now();
  const time = new Date(nowMs).toTimeString().slice(0, 8);
  const written = hook === null ? "" : `${agentStateLabel(reportAgentState(hook, nowMs))}  `;
  const doubt = contradiction ? "  contradicts the hook" : "";
  return `${time}  ${written}${seenLabel(seen, nowMs)}  (${seen.by})${doubt}\n`;
}
