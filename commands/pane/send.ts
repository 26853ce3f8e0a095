/**
 * `fab pane send`.
 *
 * @module
 */

import { defineCommand, type ParsedLine } from "../../lib/cli/command.ts";
import { jsonFlag, seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { addressedText, textArgs, textFlags } from "../../lib/cli/flags/text.ts";
import { type PaneEnd, workOnPanes } from "../../lib/cli/several.ts";
import { didYouMean } from "../../lib/cli/suggest.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { isKeyName, KEY_NAMES } from "../../lib/core/message/key_names.ts";
import { payloadOf } from "../../lib/core/message/payload.ts";
import type { TextSource } from "../../lib/core/message/text_source.ts";
import { quoted } from "../../lib/core/visible.ts";
import { anyGone, awaitText } from "../../lib/core/wait/report.ts";
import { parseStates, TURN_OVER } from "../../lib/core/wait/wish.ts";
import { recordKeys } from "../../lib/core/records/proof.ts";
import { textFor } from "../../lib/deliver/prompt_text.ts";
import { send, type SendOptions, type Sent } from "../../lib/deliver/send.ts";
import type { Context } from "../../lib/ports.ts";
import { hooksOnlyFlag } from "../../lib/cli/flags/seen.ts";
import { seenAgents } from "../../lib/seen/settings.ts";
import { awaitSignal } from "../../lib/wait/await.ts";

interface Options extends Omit<SendOptions, "pane" | "message" | "mark" | "seen"> {
  readonly panes: readonly string[];
  readonly message: { readonly source: TextSource } | { readonly keys: readonly string[] };
  readonly json: boolean;
  readonly hooksOnly: boolean;
}

/** What goes to one of the panes. */
interface Sending extends SendOptions {
  readonly panes: readonly string[];
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Sends a message to the agent in a pane when its state allows it, and proves that it arrived. " +
    "An agent that is idle, or whose state is unknown, gets it; one that is active does not, and " +
    "one that waits for an answer only gets it with --answer. Where no hook wrote a state, the one that " +
    "is seen counts, and a line on standard error says so.\n\n" +
    "Keys are pressed as they are, without proof: they are for dialogs and menus. With run-kit on " +
    "PATH, 'rk mux send' does all this, and its report and exit code are passed on.\n\n" +
    "Several panes are sent the same, side by side: a line for each as it ends, a list with " +
    "--json, and exit code 1 if any failed.",
  args: textArgs,
  flags: [
    ...textFlags,
    {
      name: "key",
      value: "<name>",
      repeat: true,
      summary: "press this key instead, such as Enter, Up, y or C-c",
    },
    { name: "answer", summary: "also when the agent waits for an answer" },
    {
      name: "force",
      summary: "whatever the state is; an unsubmitted text in the input is cleared, and printed",
    },
    { name: "no-enter", summary: "leave the text in the input without submitting it" },
    {
      name: "hold",
      value: "<secs>",
      summary: "wait this long for a state in which it may be sent, instead of refusing",
    },
    {
      name: "queue",
      summary: "type a text into the input of an agent that is at work, at your own risk",
    },
    {
      name: "await",
      value: "<states>",
      valueOptional: true,
      summary: "then wait for a state that is newer than the one before; default idle,waiting",
      complete: "states",
    },
    { name: "timeout", value: "<secs>", summary: "wait no longer than this with --await" },
    hooksOnlyFlag,
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane send %3 'run the tests again'", summary: "send a message" },
    {
      line: "fab pane send %3 'fix it' --await --timeout 600",
      summary: "and wait until the turn is over",
    },
    { line: "fab pane send %3 --answer --key Down --key Enter", summary: "choose in a menu" },
    { line: "fab pane send %3 --force --key C-c", summary: "interrupt it" },
    { line: "fab pane send %3 %4 'commit now' --json", summary: "to two agents" },
    { line: "fab pane send %3 --hold 300 -", summary: "send standard input when it is idle" },
  ],
  parse(line) {
    const { panes, source } = addressedText(line, textFlags);
    const keys = line.values("key");
    if (source === null && keys.length === 0) {
      throw new UsageError("give a text, - for standard input, or --key <name>");
    }
    if (source !== null && keys.length > 0) {
      throw new UsageError("give either a text or --key, not both; send them one after the other");
    }
    keys.forEach(checkKey);
    refuseTogether(line, "answer", "force");
    refuseTogether(line, "hold", "force");
    refuseTogether(line, "hold", "queue");
    refuseTogether(line, "queue", "key");
    if (line.given("no-enter")) {
      refuseTogether(line, "no-enter", "key");
      refuseTogether(line, "no-enter", "await");
    }
    if (line.given("timeout") && !line.given("await")) {
      throw new UsageError("--timeout is the time limit of --await; give that as well");
    }
    const states = line.value("await");
    return {
      panes,
      server: serverOf(line),
      message: source === null ? { keys } : { source },
      intent: line.given("force") ? "force" : line.given("answer") ? "answer" : "plain",
      enter: !line.given("no-enter"),
      holdMs: seconds(line, "hold") ?? null,
      queue: line.given("queue"),
      await: line.given("await")
        ? {
          states: states === undefined ? TURN_OVER : parseStates(states, "await"),
          timeoutMs: seconds(line, "timeout") ?? null,
        }
        : null,
      json: line.given("json"),
      hooksOnly: line.given("hooks-only"),
    };
  },
  async run(line, context) {
    const { panes, json } = line;
    const options = { ...line, seen: line.hooksOnly ? null : await seenAgents(context) };
    const message = await readMessage(options, context);
    const [pane = ""] = panes;
    const what = panes.length === 1 ? `pane ${pane}` : `${panes.length} panes`;
    const work = (context: Context, pane: string) => sendTo(context, { ...options, pane, message });
    if (panes.length > 1) {
      return await withProgress(
        context,
        `sending to ${what}`,
        (context) => workOnPanes(context, panes, { json, work }),
      );
    }
    const sent = await withProgress(
      context,
      `sending to ${what}`,
      (context) => send(context, { ...options, pane, message, mark: json }),
    );
    const end = await endOf(context, sent, { ...options, pane, message });
    if (!json) await context.out.stdout(end.text);
    else if (end.document["outcome"] !== "failed") {
      await context.out.stdout(jsonDocument(end.document));
    }
    return end.code;
  },
});

function checkKey(key: string): void {
  if (isKeyName(key)) return;
  const known = KEY_NAMES.map((name) => name.toLowerCase());
  const asWritten = (found: string) => KEY_NAMES[known.indexOf(found)] ?? found;
  throw new UsageError(
    `--key: ${quoted(key)} is not the name of a key${didYouMean(key, known, asWritten)}`,
  );
}

function refuseTogether(line: ParsedLine, one: string, other: string): void {
  if (line.given(one) && line.given(other)) {
    throw new UsageError(`--${one} and --${other} can't go together`);
  }
}

/** Checked before anything is asked, so that a text is refused alike whoever would send it. */
async function readMessage(
  { message }: Options,
  context: Context,
): Promise<SendOptions["message"]> {
  if ("keys" in message) return message;
  return { text: payloadOf(await textFor(context, message.source) ?? "").text };
}

/** One of several panes: sent to, and waited for. */
async function sendTo(context: Context, options: Sending): Promise<PaneEnd> {
  const sent = await send(context, { ...options, mark: options.json });
  const end = await endOf(context, sent, options);
  const text = end.text.replaceAll(/^(?!.*%)(.+)$/gm, `$1 ${options.pane}`);
  return { ...end, text, failed: end.code !== 0 };
}

/** Waits where that is wanted, and says how it ended. */
async function endOf(
  context: Context,
  sent: Sent,
  options: Sending,
): Promise<PaneEnd & { readonly code: number }> {
  const { pane, message, enter } = options;
  const outcome = "keys" in message ? "sent" : enter ? "delivered" : "typed";
  const known = { pane, outcome, by: sent.by };
  const mark = { mark: sent.mark, ...recordKeys(sent.record) };
  if (sent.by === "rk") {
    await tellRks(sent, context);
    const text = sent.stdout === "" ? "" : sent.stdout.replace(/\n*$/, "\n");
    if (sent.code !== 0 && !sent.waited) {
      return { code: sent.code, text, document: { ...known, outcome: "failed" } };
    }
    if (sent.waited) {
      const state = text.trim().split("\n").at(-1) ?? null;
      return { code: sent.code, text, document: { ...known, state, ...mark } };
    }
    return await waitAfter(context, { options, sent, text, document: { ...known, ...mark } });
  }
  const document = { ...known, ...mark };
  return await waitAfter(context, { options, sent, text: `${outcome} ${pane}\n`, document });
}

/** What rk warned of, or why it refused. */
async function tellRks(sent: Sent & { readonly by: "rk" }, { out }: Context): Promise<void> {
  const lines = sent.stderr.split("\n").filter((line) => line.trim() !== "");
  if (sent.code !== 0 && lines.length === 0) {
    lines.push(`rk mux send failed without a word (exit ${sent.code})`);
  }
  for (const line of lines) await out.warn(line);
}

/** Waits for a state that was written after the message went, unless none is wanted. */
async function waitAfter(
  context: Context,
  { options, sent, text, document }: {
    readonly options: Sending;
    readonly sent: Sent;
    readonly text: string;
    readonly document: Readonly<Record<string, unknown>>;
  },
): Promise<PaneEnd & { readonly code: number }> {
  const { pane, server, json, panes } = options;
  if (options.await === null) return { code: 0, text, document };
  const { states, timeoutMs } = options.await;
  // One that waits long says at once that the message went.
  const told = json || panes.length > 1 ? text : "";
  if (told === "") await context.out.stdout(text);
  const answer = await withProgress(
    context,
    `waiting for pane ${pane}`,
    (context) =>
      awaitSignal(context, {
        panes: [pane],
        server,
        seen: options.seen,
        mode: "any",
        state: { states, newerThan: { baseline: sent.baseline } },
        ...{ pattern: null, file: null, exit: null, timeoutMs },
      }),
  );
  const word = awaitText(answer, 1);
  return {
    code: anyGone(answer) ? 1 : 0,
    text: told + word,
    document: { ...document, state: word.trim() },
  };
}
