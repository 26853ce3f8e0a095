/**
 * `rk mux send`: the gated message, or the keys, by rk.
 *
 * @module
 */

import type { AgentStateName } from "../core/agent_state.ts";
import type { SendIntent } from "../core/message/send_gate.ts";
import type { Context } from "../ports.ts";
import { mux, notUnderstood, untilInterrupted } from "./mux.ts";

/** Milliseconds that a delivery may take, the wait for another sender included. */
const SEND_LIMIT_MS = 120_000;

/** Bytes of a text up to which it goes as an argument; Linux takes 128 KB in one. */
const ARGUMENT_BYTES = 100_000;

/** What rk is to send. */
export interface RkMessage {
  readonly pane: string;
  readonly server: string | null;
  readonly message: { readonly text: string } | { readonly keys: readonly string[] };
  readonly intent: SendIntent;
  /** Whether the text is submitted. */
  readonly enter: boolean;
  /** What to wait for afterwards; null for nothing. */
  readonly await: {
    readonly states: readonly AgentStateName[];
    readonly timeoutSecs: number | null;
  } | null;
}

/** What became of it. */
export type RkSent =
  /** rk can't be asked, and nothing was done: the caller does it. */
  | { readonly outcome: "not asked" }
  /** rk's report or refusal, to be passed on as it is. */
  | {
    readonly outcome: "answered";
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
  }
  /** rk may have sent it or not. The words tell how it ended. */
  | { readonly outcome: "unknown"; readonly how: string };

/**
 * Hands a message to rk.
 *
 * @throws {InterruptedError} when a signal came while rk waited.
 */
export async function rkSend(
  context: Pick<Context, "exec" | "signal">,
  options: RkMessage,
): Promise<RkSent> {
  const { pane, server, message } = options;
  const text = "text" in message ? message.text : null;
  // A lone `-` stands for standard input, as does a text that no argument could hold.
  const piped = text !== null &&
    (text === "-" || new TextEncoder().encode(text).length > ARGUMENT_BYTES);
  const waits = options.await;
  const limit = waits === null
    ? SEND_LIMIT_MS
    : waits.timeoutSecs === null
    ? null
    : SEND_LIMIT_MS + waits.timeoutSecs * 1000;
  const answer = mux(context, ["send", pane, ...flags(options)], {
    server,
    timeoutMs: limit,
    last: text === null ? [] : [piped ? "-" : text],
    ...(piped ? { stdin: text } : {}),
  });
  // A delivery is brought to its end; a wait may last.
  const result = await (waits === null ? answer : untilInterrupted(context.signal, answer));
  if (result === null || notUnderstood(result)) return { outcome: "not asked" };
  if (result.timedOut) {
    return { outcome: "unknown", how: `rk did not answer within ${(limit ?? 0) / 1000} s` };
  }
  if (result.signal !== null) {
    return { outcome: "unknown", how: `rk was ended by ${result.signal}` };
  }
  // A program that is called rk and says nothing of the pane may be another one.
  if (result.code === 0 && !new RegExp(`${pane}\\b`).test(result.stdout)) {
    return { outcome: "unknown", how: "rk ended without a report" };
  }
  return {
    outcome: "answered",
    code: result.code,
    stdout: result.stdout,
    stderr: plainWords(result.stderr),
  };
}

/** What rk says without the `Error:` that its parts put before it, one before the other, or twice. */
function plainWords(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replace(/^(?:\s*error:\s*)+/i, ""));
  return lines.filter((line, at) => line === "" || line !== lines[at - 1]).join("\n");
}

function flags({ message, intent, enter, await: waits }: RkMessage): readonly string[] {
  return [
    ...("keys" in message ? message.keys.flatMap((key) => ["--key", key]) : []),
    ...(intent === "plain" ? [] : [`--${intent}`]),
    ...(enter ? [] : ["--no-enter"]),
    ...(waits === null ? [] : [`--await=${waits.states.join(",")}`]),
    ...(waits?.timeoutSecs === null || waits === null
      ? []
      : ["--timeout", String(waits.timeoutSecs)]),
  ];
}
