/**
 * `fab pane record`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { integer, jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { FabError, UsageError } from "../../lib/core/errors.ts";
import { lastAnswer } from "../../lib/core/records/answer.ts";
import type { RecordEvent } from "../../lib/core/records/event.ts";
import {
  decodeRecordMark,
  encodeRecordMark,
  type RecordMark,
} from "../../lib/core/records/mark.ts";
import { visible } from "../../lib/core/visible.ts";
import { readPaneRecord } from "../../lib/records/read_pane.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

/** Events without `-n`. */
const DEFAULT_EVENTS = 50;
const MOST_EVENTS = 100_000;

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly since: RecordMark | null;
  readonly most: number;
  readonly last: boolean;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Prints what the agent in a pane was asked and said, as it wrote it down itself: the same for all " +
    "agents whose records are known. Files are only read, and nothing of them is kept; only the record " +
    "that is this pane's for certain is read, of two that could be it none.\n\n" +
    "Kinds are prompt, message, tool, turn-started, turn-ended and queued. --last prints the last " +
    "answer alone, as it was written. In JSON, time is in milliseconds since 1970, source tells what " +
    "was submitted (history) from what a model was asked (turns), and mark says where the record " +
    "stood: --since <mark> prints what came after that. 'agent.records: false' switches it off.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [
    { name: "last", summary: "the last answer alone" },
    { name: "since", value: "<mark>", summary: "only what is newer than a mark from --json" },
    { name: "events", short: "n", value: "<n>", summary: "how many events (default 50)" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane record %3", summary: "the last events" },
    { line: "fab pane record %3 --last", summary: "its last answer" },
    { line: "fab pane record %3 -n 5 --json", summary: "five events, and a mark" },
  ],
  parse(line) {
    if (line.given("last") && line.given("events")) {
      throw new UsageError("--last and --events exclude each other");
    }
    const since = line.value("since");
    return {
      pane: line.args[0] ?? "",
      server: serverOf(line),
      since: since === undefined ? null : decodeRecordMark(since, "since"),
      most: integer(line, "events", { min: 1, max: MOST_EVENTS }) ??
        (line.given("last") ? MOST_EVENTS : DEFAULT_EVENTS),
      last: line.given("last"),
      json: line.given("json"),
    };
  },
  async run(options, context) {
    const { pane, last, json } = options;
    const tmux = createTmux(context.exec, options.server);
    const read = await readPaneRecord(context, { ...options, tmux });
    if (read.gap && !json) {
      await context.out.warn("gap: a file was cut or replaced since, and events may be missing");
    }
    const answer = last ? lastAnswer(read.events) : null;
    if (last && answer === null) {
      throw new FabError("failed", `the record of pane ${pane} holds no answer yet`);
    }
    if (json) {
      await context.out.stdout(jsonDocument({
        pane,
        provider: read.provider,
        ...(last ? { answer } : { events: read.events.map(eventKeys) }),
        gap: read.gap,
        mark: encodeRecordMark(read.mark),
        server: options.server,
      }));
    } else if (answer !== null) await context.out.stdout(answer.replace(/\n?$/, "\n"));
    else await context.out.stdout(read.events.map(eventLine).join(""));
    return 0;
  },
});

function eventKeys({ time, kind, role, text, source }: RecordEvent) {
  return { time, kind, role, text, source };
}

function eventLine({ time, kind, text }: RecordEvent): string {
  const at = time === null ? "—".padEnd(8) : new Date(time).toTimeString().slice(0, 8);
  return `${at}  ${kind.padEnd(12)}  ${visible(text)}`.trimEnd() + "\n";
}
