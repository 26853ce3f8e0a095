/**
 * `fab pane deliver`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { addressedText, promptFileFlag, textArgs, textFlags } from "../../lib/cli/flags/text.ts";
import { type PaneEnd, workOnPanes } from "../../lib/cli/several.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { wordsThatAre } from "../../lib/core/message/delivery.ts";
import { payloadOf } from "../../lib/core/message/payload.ts";
import { sourceKeys, sourceLabel, type TextSource } from "../../lib/core/message/text_source.ts";
import { deliver } from "../../lib/deliver/deliver.ts";
import { recordKeys } from "../../lib/core/records/proof.ts";
import { promptPointer, textFor } from "../../lib/deliver/prompt_text.ts";
import type { Context } from "../../lib/ports.ts";

/** What carries a text. */
const CARRIERS = [...textFlags, promptFileFlag];

interface Options {
  readonly panes: readonly string[];
  readonly server: string | null;
  readonly source: TextSource;
  readonly id: string | null;
  readonly waitMs: number;
  readonly timeoutMs: number | null;
  readonly force: boolean;
  readonly shell: boolean;
  readonly queue: boolean;
  readonly holdMs: number;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Hands a prompt to the agent in a pane and prints 'delivered' only when the agent has it: the " +
    "input was empty, the text appeared in it, and after Enter it was no longer there. A failure " +
    `begins with a fixed word. Safe to repeat: ${wordsThatAre("yes")}. ` +
    `Look first: ${wordsThatAre("look first")}.\n\n` +
    "An agent at work is not typed to, because its next question would get the text: --hold waits " +
    "for its turn's end, --queue types all the same.\n\n" +
    "A text of several lines arrives as one prompt. With --prompt-file the agent is told to read " +
    "the file; with --text-file it is given what the file holds.\n\n" +
    "Several panes are handed the same, side by side: a line for each as it ends, a list with " +
    "--json, and exit code 1 if any failed.",
  args: textArgs,
  flags: [
    ...CARRIERS,
    {
      name: "id",
      value: "<key>",
      summary: "deliver once: a repeat with the same key types nothing",
    },
    {
      name: "wait",
      value: "<secs>",
      summary: "wait this long until the pane takes input, then deliver, once",
    },
    { name: "timeout", value: "<secs>", summary: "give up after this long, whatever is under way" },
    { name: "force", summary: "clear an unsubmitted text in the input, and print it" },
    { name: "shell", summary: "deliver to a shell that waits in the pane, on purpose" },
    {
      name: "hold",
      value: "<secs>",
      summary: "wait this long for the turn's end of an agent that is at work",
    },
    { name: "queue", summary: "type into the input of an agent that is at work, at your own risk" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane deliver %3 'fix the failing test'", summary: "hand over a prompt" },
    { line: "fab pane deliver %3 --text-file task.md", summary: "the content of a file" },
    {
      line: "fab pane deliver %3 'fix it' --wait 60",
      summary: "to an agent that is just starting",
    },
    { line: "fab pane deliver %3 %4 'pull main'", summary: "to two agents" },
    { line: "fab pane deliver %3 --hold 600 'then run the tests'", summary: "after its turn" },
    { line: "fab pane deliver %3 --prompt-file plan.md", summary: "point to a prompt in a file" },
    {
      line: "fab pane deliver %3 --id job-17 --text 'run the tests'",
      summary: "safe to run again after a failure",
    },
  ],
  parse(line) {
    const { panes, source } = addressedText(line, CARRIERS);
    if (source === null) {
      throw new UsageError(
        "give a text: as an argument, with --text, --text-file or --prompt-file, or - for standard input",
      );
    }
    const id = line.value("id") ?? null;
    if (line.given("hold") && line.given("queue")) {
      throw new UsageError("--hold and --queue can't go together");
    }
    if (id === "") throw new UsageError("--id is empty; give a key that names this delivery");
    const waitMs = seconds(line, "wait") ?? 0;
    const timeoutMs = seconds(line, "timeout") ?? null;
    if (timeoutMs === 0) throw new UsageError("--timeout is 0; give it time to deliver");
    return {
      panes,
      server: serverOf(line),
      source,
      id,
      waitMs,
      timeoutMs,
      force: line.given("force"),
      shell: line.given("shell"),
      queue: line.given("queue"),
      holdMs: seconds(line, "hold") ?? 0,
      json: line.given("json"),
    };
  },
  async run(options, context) {
    const { panes, json } = options;
    const text = await textFor(context, options.source);
    // What is wrong with the text is wrong for each pane, and is said once.
    if (text !== null) payloadOf(text);
    const [pane = ""] = panes;
    const what = panes.length === 1 ? `pane ${pane}` : `${panes.length} panes`;
    return await withProgress(context, `delivering to ${what}`, async (context, onStep) => {
      if (panes.length > 1) {
        const work = (context: Context, pane: string) =>
          deliverTo(context, pane, { options, text });
        return await workOnPanes(context, panes, { json, work });
      }
      const end = await deliverTo(context, pane, { options, text, onStep });
      await context.out.stdout(json ? jsonDocument(end.document) : end.text);
      return 0;
    });
  },
});

async function deliverTo(
  context: Context,
  pane: string,
  { options, text, onStep }: {
    readonly options: Options;
    readonly text: string | null;
    readonly onStep?: (step: string) => void;
  },
): Promise<PaneEnd> {
  const { server, source, id, force, shell, waitMs, timeoutMs, queue, holdMs } = options;
  const path = "path" in source ? source.path : "";
  const done = await deliver(context, {
    ...{ pane, server, id, force, shell, queue, holdMs },
    ...{ waitMs, timeoutMs, mark: options.json },
    text: text ?? await promptPointer(context, { path, pane, server }),
    ...(onStep === undefined ? {} : { onStep }),
  });
  const already = done.outcome === "already_delivered";
  return {
    text: `${already ? "already delivered" : "delivered"} ${pane} (${sourceLabel(source)})\n`,
    document: {
      pane,
      ...sourceKeys(source),
      outcome: done.outcome,
      attempts: done.attempts,
      elapsed_ms: done.elapsedMs,
      proof: done.proof,
      mark: done.mark,
      ...recordKeys(done.record),
    },
  };
}
