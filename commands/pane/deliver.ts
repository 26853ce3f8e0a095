/**
 * `fab pane deliver`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { deliver } from "../../lib/deliver/deliver.ts";
import { promptPointer, textFromStdin } from "../../lib/deliver/prompt_text.ts";

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly source: { readonly text: string } | { readonly path: string };
  readonly id: string | null;
  readonly force: boolean;
  readonly shell: boolean;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Hands a prompt to the agent in a pane and prints 'delivered' only when the agent has it: the " +
    "input was empty, the text appeared in it, and after Enter it was no longer there. A failure " +
    "begins with a fixed word. Safe to repeat: not ready, draft, busy, shell, not echoed, " +
    "not submitted. Look first: unverified.\n\n" +
    "A text of several lines arrives as one prompt. With --prompt-file the agent is told to read " +
    "the file.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [
    {
      name: "text",
      value: "<string>",
      summary: "the prompt; - reads standard input, without a line feed at its end",
    },
    {
      name: "prompt-file",
      value: "<path>",
      summary: "tell the agent to read and execute this file",
      complete: "file",
    },
    {
      name: "id",
      value: "<key>",
      summary: "deliver once: a repeat with the same key types nothing",
    },
    { name: "force", summary: "clear an unsubmitted text in the input, and print it" },
    { name: "shell", summary: "deliver to a shell that waits in the pane, on purpose" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane deliver %3 --text 'fix the failing test'", summary: "hand over a prompt" },
    { line: "fab pane deliver %3 --prompt-file plan.md", summary: "point to a prompt in a file" },
    {
      line: "fab pane deliver %3 --id job-17 --text 'run the tests'",
      summary: "safe to run again after a failure",
    },
  ],
  parse(line) {
    const text = line.value("text");
    const path = line.value("prompt-file");
    if ((text === undefined) === (path === undefined)) {
      throw new UsageError("give either --text <string> or --prompt-file <path>");
    }
    if (text === "") throw new UsageError("--text is empty; there is nothing to deliver");
    if (path === "") throw new UsageError("--prompt-file is empty; give the path of a file");
    const id = line.value("id") ?? null;
    if (id === "") throw new UsageError("--id is empty; give a key that names this delivery");
    return {
      pane: line.args[0] ?? "",
      server: serverOf(line),
      source: path === undefined ? { text: text ?? "" } : { path },
      id,
      force: line.given("force"),
      shell: line.given("shell"),
      json: line.given("json"),
    };
  },
  async run(options, context) {
    const { pane, server, source } = options;
    const text = "path" in source
      ? await promptPointer(context, { path: source.path, pane, server })
      : source.text === "-"
      ? await textFromStdin(context)
      : source.text;
    const done = await withProgress(
      context,
      `delivering to pane ${pane}`,
      (context, onStep) => deliver(context, { ...options, text, mark: options.json, onStep }),
    );
    const already = done.outcome === "already_delivered";
    await context.out.stdout(
      options.json
        ? jsonDocument({
          pane,
          source: "path" in source ? "prompt" : "text",
          ...("path" in source ? { path: source.path } : {}),
          outcome: done.outcome,
          attempts: done.attempts,
          elapsed_ms: done.elapsedMs,
          mark: done.mark,
        })
        : `${already ? "already delivered" : "delivered"} ${pane} ` +
          `(${"path" in source ? `prompt ${source.path}` : "text"})\n`,
    );
    return 0;
  },
});
