/**
 * The gated message into an agent's pane (contract §4.8).
 *
 * @module
 */

import { ACTIVE, type AgentState, type AgentStateName, WAITING } from "../core/agent_state.ts";
import { DeliveryError } from "../core/message/delivery.ts";
import {
  refusalReason,
  sendableStates,
  sendGate,
  type SendIntent,
  untilDistinct,
} from "../core/message/send_gate.ts";
import { seenWarning } from "../core/seen/state_text.ts";
import type { AgentTable } from "../core/seen/who.ts";
import type { Context } from "../ports.ts";
import { seeAgent } from "../seen/at_work.ts";
import { rkSend } from "../rk/send.ts";
import { createTmux, type Tmux } from "../tmux/tmux.ts";
import { awaitSignal } from "../wait/await.ts";
import { isRksTime, wholeSeconds } from "../wait/await_by_rk.ts";
import { deliver, type Recorded } from "./deliver.ts";
import { pressKeys } from "./press_keys.ts";
import { takeMark } from "../look/pane_text.ts";
import { readPaneState } from "../look/state.ts";

/** What to send, where, and when. */
export interface SendOptions {
  /** Exact id, `%N`. */
  readonly pane: string;
  readonly server: string | null;
  readonly message: { readonly text: string } | { readonly keys: readonly string[] };
  readonly intent: SendIntent;
  /** The agents whose state is seen where no hook wrote one; null: none is. */
  readonly seen: AgentTable | null;
  /** Whether a text is submitted. */
  readonly enter: boolean;
  /** Milliseconds to wait for a state in which the message may go; null refuses at once. */
  readonly holdMs: number | null;
  /** Whether a text is typed into the input of an agent that is at work. */
  readonly queue?: boolean;
  /** What will be waited for afterwards; null for nothing. */
  readonly await: {
    readonly states: readonly AgentStateName[];
    readonly timeoutMs: number | null;
  } | null;
  /** Tell where the pane's text stood before. */
  readonly mark?: boolean;
}

/** What became of it. `baseline` is the state from before, `mark` where the text stood, if asked. */
export type Sent =
  & {
    readonly baseline: AgentState | null;
    readonly mark: string | null;
    /** What the agent's own record says of a text that `fab` delivered. */
    readonly record: Recorded | null;
  }
  & (
    | { readonly by: "fab" }
    /** rk's report or refusal, to be passed on; when `waited`, it waited as well. */
    | {
      readonly by: "rk";
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
      readonly waited: boolean;
    }
  );

/**
 * Sends, by rk where rk can be asked. Does not wait for what comes after, unless rk did.
 *
 * @throws {DeliveryError} with one of the fixed words when it was not sent, or that is not known.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function send(context: Context, options: SendOptions): Promise<Sent> {
  const { pane, server } = options;
  const tmux = createTmux(context.exec, server);
  const before = await gateState(context, tmux, { options, hook: await readPaneState(tmux, pane) });
  if (options.holdMs !== null && verdictOn(before, options) === "refuse") {
    await hold(context, options, options.holdMs);
  }
  const baseline = await readBaseline(context, tmux, options);
  const state = await gateState(context, tmux, { options, hook: baseline });
  const prompt = "text" in options.message ? { prompt: options.message.text } : {};
  const mark = options.mark === true ? await takeMark(tmux, pane, { ...prompt, turn: true }) : null;
  const verdict = verdictOn(state, options);
  if (verdict === "refuse") throw refused(options, state);
  let byRk: Omit<Sent & { by: "rk" }, "baseline" | "mark" | "record"> | null = null;
  const record = await sendHere(context, { ...options, state: baseline }, async (release) => {
    if (state.by !== null && options.intent !== "force") {
      await context.out.warn(seenWarning(pane));
    } else if (verdict === "send with a warning") {
      await context.out.warn(`the state of pane ${pane} is unknown; sending without knowing it`);
    }
    byRk = await sendByRk(context, options, { release, seen: state.by !== null });
    return byRk !== null;
  });
  return { ...(byRk ?? { by: "fab" }), baseline, mark, record };
}

/** Asks rk. @returns null when it can't be asked, and did nothing */
async function sendByRk(
  context: Context,
  options: SendOptions,
  { release, seen }: {
    readonly release: () => Promise<void>;
    /** The state is seen: rk would wait for one that no hook writes. */
    readonly seen: boolean;
  },
): Promise<Omit<Sent & { by: "rk" }, "baseline" | "mark" | "record"> | null> {
  // It has no word for that.
  if (options.queue === true) return null;
  const waits = !seen && options.await !== null && isRksTime(options.await.timeoutMs);
  // It may take as long as it likes, and others have to send meanwhile.
  if (waits) await release();
  const sent = await rkSend(context, {
    ...options,
    await: options.await === null || !waits
      ? null
      : { states: options.await.states, timeoutSecs: wholeSeconds(options.await.timeoutMs) },
  });
  if (sent.outcome === "not asked") return null;
  if (sent.outcome === "answered") return { ...sent, by: "rk", waited: waits };
  throw new DeliveryError(
    "unverified",
    `${sent.how}; look at pane ${options.pane} before repeating`,
  );
}

/** The state that the gate goes by. */
interface GateState {
  readonly state: AgentStateName | null;
  /** What it is seen by; null where a hook wrote it, or there is none. */
  readonly by: string | null;
}

/** What a hook wrote, else what is seen. */
async function gateState(
  context: Context,
  tmux: Tmux,
  { options, hook }: { readonly options: SendOptions; readonly hook: AgentState | null },
): Promise<GateState> {
  const { pane, seen, intent } = options;
  if (hook !== null) return { state: hook.state, by: null };
  if (seen === null || intent === "force") return { state: null, by: null };
  const { state, by } = await seeAgent(context, tmux, { pane, table: seen });
  return { state, by: state === null ? null : by };
}

function verdictOn(
  state: { readonly state: AgentStateName | null } | null,
  { intent, queue }: SendOptions,
) {
  if (queue === true && state?.state === ACTIVE) return "send";
  return sendGate(state?.state ?? null, intent);
}

function refused({ pane, intent }: SendOptions, { state, by }: GateState): DeliveryError {
  const sight = by === null ? "" : ` (as it is seen: ${by})`;
  return new DeliveryError(
    "busy",
    `pane ${pane} ${refusalReason(state ?? ACTIVE, intent)}${sight}`,
  );
}

/**
 * The state from before sending. When a wait follows, it lies in a second that is over, so that
 * whatever is written from now on differs from it.
 */
async function readBaseline(
  { clock }: Context,
  tmux: Tmux,
  options: SendOptions,
): Promise<AgentState | null> {
  for (;;) {
    const state = await readPaneState(tmux, options.pane);
    if (options.await === null || verdictOn(state, options) === "refuse") return state;
    const left = untilDistinct(state, clock.now());
    if (left === 0) return state;
    await clock.sleep(left);
  }
}

/** Waits for a state in which the message may go. */
async function hold(context: Context, options: SendOptions, holdMs: number): Promise<void> {
  const { pane, server, intent } = options;
  const answer = await awaitSignal(context, {
    panes: [pane],
    server,
    seen: options.seen,
    mode: "any",
    state: { states: sendableStates(intent), orUnknown: true },
    pattern: null,
    file: null,
    exit: null,
    timeoutMs: holdMs,
  });
  const signal = answer.file ? null : answer.panes[0]?.signal;
  if (signal === "running") {
    const tmux = createTmux(context.exec, server);
    const hook = await readPaneState(tmux, pane);
    const state = await gateState(context, tmux, { options, hook });
    if (verdictOn(state, options) !== "refuse") return;
    throw new DeliveryError(
      "busy",
      `pane ${pane} is still ${state.state} after ${holdMs / 1000} s; nothing was sent`,
    );
  }
  if (signal === "gone") {
    throw new DeliveryError("not ready", `pane ${pane} ended while the message was held`);
  }
}

/** Types as one sender, behind the guards of a delivery; or hands over there. */
async function sendHere(
  context: Context,
  options: SendOptions & { readonly state: AgentState | null },
  handOver: (release: () => Promise<void>) => Promise<boolean>,
): Promise<Recorded | null> {
  const { pane, server, message, intent, enter, state } = options;
  const force = intent === "force";
  if ("keys" in message) {
    await pressKeys(context, {
      pane,
      server,
      keys: message.keys,
      shell: force,
      answer: intent !== "plain",
      handOver,
    });
    return null;
  }
  try {
    const { record } = await deliver(context, {
      ...{ pane, server, text: message.text, force, enter, handOver },
      ...{ answer: intent === "answer", queue: force || options.queue === true },
      holdMs: options.holdMs ?? 0,
    });
    return record;
  } catch (error) {
    // An agent that waits often shows a menu, which takes keys and no text.
    if (error instanceof DeliveryError && error.word === "not ready" && state?.state === WAITING) {
      const reason = error.message.slice(error.word.length + 2);
      throw new DeliveryError(error.word, `${reason}; a question with choices takes --key`, {
        details: error.details,
        parked: error.parked,
        cause: error,
      });
    }
    throw error;
  }
}
