/**
 * `fab pane ask`.
 *
 * @module
 */

import { ask, type Asked, type AskOptions } from "../../lib/ask/ask.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { addressedText, promptFileFlag, textArgs, textFlags } from "../../lib/cli/flags/text.ts";
import { type PaneEnd, workOnPanes } from "../../lib/cli/several.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { decodeMark } from "../../lib/core/mark/codec.ts";
import type { Mark } from "../../lib/core/mark/mark.ts";
import { payloadOf } from "../../lib/core/message/payload.ts";
import type { TextSource } from "../../lib/core/message/text_source.ts";
import { parsePattern } from "../../lib/core/wait/wish.ts";
import { promptPointer, textFor } from "../../lib/deliver/prompt_text.ts";
import type { Context } from "../../lib/ports.ts";

/** What carries a text. */
const CARRIERS = [...textFlags, promptFileFlag];

interface Options extends Omit<AskOptions, "pane" | "question"> {
  readonly panes: readonly string[];
  readonly question: TextSource | { readonly kind: "resume"; readonly mark: Mark };
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Asks the agent in a pane and prints its answer: the prompt is delivered with proof, the end of " +
    "the turn is waited for, and what the agent wrote since is printed, without the prompt, the " +
    "input and what the program draws around it.\n\n" +
    "Exit code 1 with a fixed word when there is no end: waiting (the agent needs a person; the " +
    "last lines are on standard error), running (the time is over; the prompt is delivered, and " +
    "'ask --resume <mark>' waits on), exited and gone. The answer so far is printed all the same. " +
    "A delivery that fails says so in its own words.\n\n" +
    "gap on standard error, or in JSON, says that the beginning could not be found any more. " +
    "Several panes are asked the same, side by side, and each answer comes under its pane's id.",
  args: textArgs,
  flags: [
    ...CARRIERS,
    { name: "wait", value: "<secs>", summary: "wait this long until the pane takes input" },
    { name: "timeout", value: "<secs>", summary: "wait no longer than this for the end" },
    {
      name: "file",
      value: "<path>",
      summary: "the appearance of this file ends the turn",
      complete: "file",
    },
    {
      name: "pattern",
      value: "<regex>",
      summary: "a new line that matches ends the turn; the prompt's own echo does not count",
    },
    { name: "id", value: "<key>", summary: "deliver once: a repeat with the same key only waits" },
    {
      name: "resume",
      value: "<mark>",
      summary: "deliver nothing: wait on, with the mark of an ask that ran out of time",
    },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane ask %3 'which test is slowest?'", summary: "the answer, on standard output" },
    {
      line: "fab pane ask %3 --prompt-file plan.md --timeout 1800 --json",
      summary: "with a limit, for a script",
    },
    {
      line: "fab pane ask %3 'write report.md' --file report.md",
      summary: "until a file is there",
    },
    { line: "fab pane ask %3 %4 %5 'what are you on?'", summary: "three at once" },
  ],
  parse(line) {
    const { panes, source } = addressedText(line, CARRIERS);
    const resume = line.value("resume");
    if ((source === null) === (resume === undefined)) {
      throw new UsageError(
        resume === undefined
          ? "give a text: as an argument, with --text, --text-file or --prompt-file, or - for standard input"
          : "--resume delivers nothing; leave out the text",
      );
    }
    if (resume !== undefined && panes.length > 1) {
      throw new UsageError("--resume is for the one pane that its mark is of");
    }
    const pattern = line.value("pattern");
    for (const name of ["id", "file"]) {
      if (line.value(name) === "") throw new UsageError(`--${name} is empty`);
    }
    return {
      panes,
      server: serverOf(line),
      question: source ?? { kind: "resume", mark: decodeMark(resume ?? "", "resume") },
      id: line.value("id") ?? null,
      waitMs: seconds(line, "wait") ?? 0,
      timeoutMs: seconds(line, "timeout") ?? null,
      file: line.value("file") ?? null,
      pattern: pattern === undefined ? null : parsePattern(pattern),
      json: line.given("json"),
    };
  },
  async run(options, context) {
    const { panes, question, json } = options;
    const text = question.kind === "resume" ? null : await textFor(context, question);
    if (text !== null) payloadOf(text);
    const [pane = ""] = panes;
    const what = panes.length === 1 ? `pane ${pane}` : `${panes.length} panes`;
    return await withProgress(context, `asking ${what}`, async (context, onStep) => {
      if (panes.length > 1) {
        return await workOnPanes(context, panes, {
          json,
          async work(context, pane) {
            const end = await askOne(context, pane, { options, text });
            return { ...end, text: `--- ${pane} ---\n${end.text}` };
          },
        });
      }
      const end = await askOne(context, pane, { options, text, onStep });
      await context.out.stdout(json ? jsonDocument(end.document) : end.text);
      return end.failed === true ? 1 : 0;
    });
  },
});

async function askOne(
  context: Context,
  pane: string,
  { options, text, onStep }: {
    readonly options: Options;
    readonly text: string | null;
    readonly onStep?: (step: string) => void;
  },
): Promise<PaneEnd> {
  const { question, server } = options;
  const asked = await ask(context, {
    ...options,
    pane,
    question: question.kind === "resume" ? { resume: question.mark } : {
      text: text ?? await promptPointer(context, {
        path: "path" in question ? question.path : "",
        pane,
        server,
      }),
    },
    ...(onStep === undefined ? {} : { onStep }),
  });
  const failed = WORDS[asked.end] !== undefined;
  await tell(context, pane, asked);
  return {
    text: asked.answer === "" ? "" : `${asked.answer}\n`,
    document: {
      pane,
      outcome: failed ? asked.end : "answered",
      answer: asked.answer,
      state: asked.state,
      gap: asked.gap,
      elapsed_ms: asked.elapsedMs,
      mark: asked.mark,
    },
    failed,
  };
}

/** What is said of a turn without an end, behind its word. */
const WORDS: Readonly<Partial<Record<Asked["end"], string>>> = {
  waiting: "needs a person; its last lines are below",
  running: "is still at work; the prompt is delivered, wait on with",
  exited: "has no agent any more",
  gone: "ended before its turn did",
};

/** Says on standard error what the answer does not. */
async function tell(context: Context, pane: string, asked: Asked): Promise<void> {
  const { out } = context;
  const words = WORDS[asked.end];
  if (asked.gap && asked.end !== "gone") {
    await out.warn("gap: the beginning of the answer is no longer there");
  }
  if (words === undefined) return;
  const more = asked.end === "running" ? ` 'fab pane ask ${pane} --resume ${asked.mark}'` : "";
  await out.warn(`${asked.end}: pane ${pane} ${words}${more}`);
  if (asked.end === "waiting") await out.stderr(`${asked.screen.join("\n")}\n`);
}
