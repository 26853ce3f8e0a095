/**
 * `fab pane send`.
 *
 * @module
 */

import { defineCommand, type ParsedLine } from "../../lib/cli/command.ts";
import { seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { didYouMean } from "../../lib/cli/suggest.ts";
import { anyGone, awaitText } from "../../lib/core/wait/report.ts";
import { parseStates, TURN_OVER } from "../../lib/core/wait/wish.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { isKeyName, KEY_NAMES } from "../../lib/core/message/key_names.ts";
import { payloadOf } from "../../lib/core/message/payload.ts";
import { quoted } from "../../lib/core/visible.ts";
import { awaitSignal } from "../../lib/wait/await.ts";
import { send, type SendOptions, type Sent } from "../../lib/deliver/send.ts";
import { textFromStdin } from "../../lib/deliver/prompt_text.ts";
import type { Context } from "../../lib/ports.ts";

export const command = defineCommand<SendOptions>({
  description:
    "Sends a message to the agent in a pane when its state allows it, and proves that it arrived. " +
    "An agent that is idle, or whose state is unknown, gets it; one that is active does not, and " +
    "one that waits for an answer only gets it with --answer.\n\n" +
    "Keys are pressed as they are, without proof: they are for dialogs and menus. With run-kit on " +
    "PATH, 'rk mux send' does all this, and its report and exit code are passed on.",
  args: [
    { name: "pane", summary: "exact pane id, such as %3", complete: "pane" },
    { name: "text", optional: true, summary: "the message; - reads standard input" },
  ],
  flags: [
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
      name: "await",
      value: "<states>",
      valueOptional: true,
      summary: "then wait for a state that is newer than the one before; default idle,waiting",
      complete: "states",
    },
    { name: "timeout", value: "<secs>", summary: "wait no longer than this with --await" },
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
    { line: "fab pane send %3 --hold 300 -", summary: "send standard input when it is idle" },
  ],
  parse(line) {
    const text = line.args[1];
    const keys = line.values("key");
    if (text === undefined && keys.length === 0) {
      throw new UsageError("give a text, - for standard input, or --key <name>");
    }
    if (text !== undefined && keys.length > 0) {
      throw new UsageError("give either a text or --key, not both; send them one after the other");
    }
    keys.forEach(checkKey);
    refuseTogether(line, "answer", "force");
    refuseTogether(line, "hold", "force");
    if (line.given("no-enter")) {
      refuseTogether(line, "no-enter", "key");
      refuseTogether(line, "no-enter", "await");
    }
    if (line.given("timeout") && !line.given("await")) {
      throw new UsageError("--timeout is the time limit of --await; give that as well");
    }
    const states = line.value("await");
    return {
      pane: line.args[0] ?? "",
      server: serverOf(line),
      message: text === undefined ? { keys } : { text },
      intent: line.given("force") ? "force" : line.given("answer") ? "answer" : "plain",
      enter: !line.given("no-enter"),
      holdMs: seconds(line, "hold") ?? null,
      await: line.given("await")
        ? {
          states: states === undefined ? TURN_OVER : parseStates(states, "await"),
          timeoutMs: seconds(line, "timeout") ?? null,
        }
        : null,
    };
  },
  async run(parsed, context) {
    const options = { ...parsed, message: await readMessage(parsed, context) };
    const sent = await withProgress(
      context,
      `sending to pane ${options.pane}`,
      (context) => send(context, options),
    );
    if (sent.by === "fab") await context.out.stdout(`delivered ${options.pane}\n`);
    else await passOn(sent, context);
    if (sent.by === "rk" && (sent.waited || sent.code !== 0)) return sent.code;
    return options.await === null ? 0 : await waitAfter(context, options, sent);
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
  { message }: SendOptions,
  context: Context,
): Promise<SendOptions["message"]> {
  if ("keys" in message) return message;
  const text = message.text === "-" ? await textFromStdin(context) : message.text;
  return { text: payloadOf(text).text };
}

async function passOn(sent: Sent & { readonly by: "rk" }, { out }: Context): Promise<void> {
  const lines = sent.stderr.split("\n").filter((line) => line.trim() !== "");
  if (sent.code !== 0 && lines.length === 0) {
    lines.push(`rk mux send failed without a word (exit ${sent.code})`);
  }
  for (const line of lines) await out.warn(line);
  if (sent.stdout !== "") await out.stdout(sent.stdout.replace(/\n*$/, "\n"));
}

/** Waits for a state that was written after the message went. */
async function waitAfter(
  context: Context,
  options: SendOptions,
  { baseline }: Sent,
): Promise<number> {
  const answer = await withProgress(
    context,
    `waiting for pane ${options.pane}`,
    (context) =>
      awaitSignal(context, {
        panes: [options.pane],
        server: options.server,
        mode: "any",
        state: { states: options.await?.states ?? TURN_OVER, newerThan: { baseline } },
        pattern: null,
        file: null,
        exit: null,
        timeoutMs: options.await?.timeoutMs ?? null,
      }),
  );
  await context.out.stdout(awaitText(answer, 1));
  return anyGone(answer) ? 1 : 0;
}
