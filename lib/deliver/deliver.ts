/**
 * `fab pane deliver`: hands a prompt over and says so only when the agent has it (contract §4.7).
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import { isProbeRemains } from "../core/screen/draft.ts";
import { findEcho } from "../core/screen/echo.ts";
import { InterruptedError, PaneMissingError } from "../core/errors.ts";
import { doubtsAbout, payloadOf } from "../core/message/payload.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { bracketedPaste } from "./input/bracketed_paste.ts";
import { cleanUp, explained, isGone, type Typed, withdraw } from "./clean_up.ts";
import { groundFor, refusedLines, refusedTabs } from "./preflight.ts";
import { type PaneHandle, paneHandle, pasteText } from "../look/pane_handle.ts";
import { type Cleared, clearInput, findDraft, toBaseline } from "./input/empty_input.ts";
import { lockPane } from "./pane_lock.ts";
import { waitForPane } from "../look/poll.ts";
import { ECHO_MS, type Probe, takeBack, typeSentinel } from "./input/probe.ts";
import { readersBehind, stillReading } from "./same_readers.ts";
import { readReceipt, type ReceiptBook } from "./receipt.ts";
import { submit, unverified } from "./submit/submit.ts";
import type { Terminal } from "./terminal_taken.ts";

/** Milliseconds that the payload's echo may take, beyond what the probe's echo took. */
const PAYLOAD_ECHO_MS = 4000;
const ATTEMPTS = 2;

/** What to deliver, where. */
export interface DeliverOptions {
  /** Exact id, `%N`. */
  readonly pane: string;
  readonly server: string | null;
  readonly text: string;
  /** A repeat with the same key in this pane types nothing. */
  readonly id?: string | null;
  /** Clears a person's draft instead of refusing. */
  readonly force?: boolean;
  /** Delivers to an idle shell on purpose. */
  readonly shell?: boolean;
  /** False leaves the text in the input, seen there and not submitted. */
  readonly enter?: boolean;
  /** Called when a step is done, with what is proven then. */
  readonly onStep?: (proven: string) => void;
}

/** A delivery that was proven. */
export interface Delivered {
  readonly outcome: "delivered" | "already_delivered";
  /** Attempts made: 1 or 2, 0 when it was delivered before. */
  readonly attempts: number;
  readonly elapsedMs: number;
}

/** What the attempts of one delivery share. */
interface Delivery extends Typed {
  readonly options: DeliverOptions;
  /** As the attempt found it. */
  terminal: Terminal;
  /** When the attempt began to look whether anybody was at the pane, milliseconds since 1970. */
  aloneAt: number;
  readonly step: (name: string) => Promise<void>;
}

/**
 * Delivers.
 *
 * @throws {UsageError} for a text that can't be delivered anywhere; nothing was typed.
 * @throws {DeliveryError} with one of the fixed words.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function deliver(context: Context, options: DeliverOptions): Promise<Delivered> {
  const payload = payloadOf(options.text);
  const start = context.clock.monotonic();
  const tmux = createTmux(context.exec, options.server);
  const handle = paneHandle(context, { pane: options.pane, tmux });
  const socket = (await tmux.pane(handle.pane, ["socket_path"])).fields.socket_path;
  const lock = await lockPane(handle, socket);
  const elapsed = () => Math.round(context.clock.monotonic() - start);
  try {
    const id = options.id ?? null;
    const book = id === null ? null : await readReceipt(handle, { key: id, text: payload.text });
    if (book?.receipt === "delivered") {
      if (book.otherText) {
        await context.out.warn(
          `what the key ${id} delivered to pane ${handle.pane} was another text; this one was not ` +
            "sent, give it a key of its own",
        );
      }
      return { outcome: "already_delivered", attempts: 0, elapsedMs: elapsed() };
    }
    if (book?.receipt === "pending") {
      throw new DeliveryError(
        "unverified",
        `an earlier delivery with the key ${id} pressed the submit key and did not see its outcome; ` +
          "look at the pane, and use another key to send again",
      );
    }
    const aloneAt = context.clock.now();
    const terminal = await groundFor(handle, payload, { shell: options.shell === true });
    for (const doubt of doubtsAbout(payload)) await context.out.warn(doubt);
    const delivery: Delivery = {
      handle,
      payload,
      options,
      terminal,
      aloneAt,
      book,
      step: stepTimer(context, options.onStep),
      typed: "nothing",
      latencyMs: 100,
    };
    const attempts = await withRetry(delivery);
    return { outcome: "delivered", attempts, elapsedMs: elapsed() };
  } finally {
    await lock.release();
  }
}

/** Two attempts; the second only where the first can't have delivered. */
async function withRetry(delivery: Delivery): Promise<number> {
  const { handle } = delivery;
  for (let attempt = 1;; attempt++) {
    try {
      await attemptOnce(delivery, attempt);
      return attempt;
    } catch (error) {
      if (isGone(error)) throw error;
      if (!(error instanceof DeliveryError)) {
        await withdraw(delivery);
        throw error;
      }
      const leftover = await cleanUp(delivery);
      if (!error.retry || leftover || attempt >= ATTEMPTS) {
        throw await explained(handle, error, leftover);
      }
      await handle.context.out.warn(
        `delivery attempt ${attempt} failed (${error.message}); retrying`,
      );
    }
  }
}

async function attemptOnce(delivery: Delivery, attempt: number): Promise<void> {
  const { handle, payload, step } = delivery;
  const { clock } = handle.context;
  if (attempt > 1) {
    const shell = delivery.options.shell === true;
    delivery.aloneAt = clock.now();
    delivery.terminal = await groundFor(handle, payload, { shell });
  }
  if (delivery.terminal.mode === "booting") {
    throw new DeliveryError("not ready", "the program has not taken its terminal yet (booting)", {
      retry: true,
    });
  }
  const cleared = await emptied(delivery, attempt);
  await step("input proven empty");

  delivery.typed = "payload";
  await pasteText(handle, payload.text);
  const sentAt = clock.monotonic();
  const { found: echo, look: seen } = await waitForPane(handle, {
    timeoutMs: Math.max(PAYLOAD_ECHO_MS, cleared.latencyMs * 3),
    check: ({ screen }) =>
      findEcho(payload, { baseline: cleared.baseline, now: screen, input: cleared.input }),
  });
  await step("payload echoed");
  if (echo === null) {
    const mode = payload.text.startsWith("!")
      ? "; many agents take a leading ! for a command of their own"
      : "";
    throw new DeliveryError("not echoed", `the text did not appear in the input${mode}`, {
      retry: true,
    });
  }
  const seenAt = clock.monotonic();
  // Enter needs a pause; meanwhile it is asked who would get it.
  const behind = await readersBehind(handle, delivery.terminal);
  if (delivery.options.enter === false) return;
  const { book } = delivery;
  try {
    await submit(handle, {
      payload: payload.text,
      cleared: { ...cleared, latencyMs: Math.max(cleared.latencyMs, seenAt - sentAt) },
      echo,
      echoed: seen.screen,
      aloneAt: delivery.aloneAt,
      lines: delivery.terminal.mode === "lines",
      sentAt,
      seenAt,
      withFirstEnter: book === null ? [] : [book.pending],
      onPress: () => delivery.typed = "pressed",
      onLeave: () => delivery.typed = "nothing",
    });
    if (!await stillReading(handle, delivery.terminal, behind)) {
      throw new DeliveryError(
        "unverified",
        `the program in pane ${handle.pane} ended after the submit key; look before repeating`,
      );
    }
  } catch (error) {
    throw afterPress(delivery, error);
  }
  if (book !== null) await noteDelivered(handle, book);
  await step("submission proven");
}

/** What an error means after the submit key. Before it, an error is what it is. */
function afterPress(delivery: Delivery, error: unknown): unknown {
  const { handle } = delivery;
  if (delivery.typed !== "pressed" || error instanceof InterruptedError) return error;
  if (error instanceof DeliveryError) {
    // Proven to be in the input still: it may be taken out, and the key's receipt with it.
    if (error.word !== "unverified") delivery.typed = "payload";
    return error;
  }
  const why = error instanceof PaneMissingError
    ? "the pane ended"
    : error instanceof Error
    ? error.message
    : String(error);
  return unverified(handle, why, error);
}

/** The text is there whatever becomes of its receipt. */
async function noteDelivered(handle: PaneHandle, book: ReceiptBook): Promise<void> {
  const written = await handle.tmux.attempt([book.delivered]).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (written) return;
  await handle.context.out.warn(
    `the receipt of the delivery to pane ${handle.pane} could not be written; ` +
      "a repeat with the same key is refused",
  );
}

/** Probes the input and proves that it is empty; a draft is refused, or cleared with `--force`. */
async function emptied(delivery: Delivery, attempt: number): Promise<Cleared> {
  const { handle, options, payload } = delivery;
  delivery.typed = "sentinel";
  // A program that was deaf in its boot may take longer than it seemed.
  let probe: Probe = await typeSentinel(handle, { timeoutMs: ECHO_MS * attempt });
  if (probe.state !== "ready") {
    await takeBack(handle, probe);
    delivery.typed = "nothing";
    throw new DeliveryError(
      "not ready",
      `pane ${handle.pane} takes no input now (${probe.state})`,
      {
        retry: true,
      },
    );
  }
  delivery.latencyMs = probe.latencyMs;
  const { draft, probe: settled } = await findDraft(handle, probe);
  probe = settled;
  if (draft !== null) {
    delivery.typed = "nothing";
    const remains = isProbeRemains(draft.text);
    if (options.force !== true && !remains) throw draftRefused(handle, draft);
    const what = remains ? "what a probe had left" : "a draft";
    delivery.typed = "sentinel";
    // Printed whatever comes of it: it may be the only copy.
    let done = "tried to clear";
    try {
      probe = await clearInput(handle, probe.latencyMs);
      done = "cleared";
    } finally {
      await handle.context.out.warn(`${done} ${what} from pane ${handle.pane}: ${draft.text}`);
    }
  }
  let extra = 0;
  if (payload.multiline || (payload.tabbed && delivery.terminal.mode === "raw")) {
    const trial = await bracketedPaste(handle, probe.latencyMs);
    extra = trial.typed;
    if (trial.on !== true) {
      await takeBack(handle, probe, extra);
      delivery.typed = "nothing";
      if (trial.on === null) {
        throw new DeliveryError("not ready", "the program did not show a paste in time", {
          retry: true,
        });
      }
      throw payload.multiline ? refusedLines(handle) : refusedTabs(handle);
    }
  }
  const cleared = await toBaseline(handle, probe, extra);
  delivery.typed = "nothing";
  return cleared;
}

function draftRefused(
  handle: PaneHandle,
  draft: { readonly text: string; readonly restored: boolean },
): DeliveryError {
  return new DeliveryError(
    "draft",
    `the input of pane ${handle.pane} holds an unsubmitted text` +
      `${draft.restored ? "" : " (it may have changed by a character)"}; ` +
      "submit or clear it there, or use --force to clear it",
    { details: `--- draft ---\n${draft.text}` },
  );
}

/** Passes each step on. With `FAB_DEBUG=1`, tells on standard error how long it took. */
function stepTimer(
  context: Context,
  onStep: DeliverOptions["onStep"],
): (name: string) => Promise<void> {
  const timed = context.env.get("FAB_DEBUG") === "1";
  let last = context.clock.monotonic();
  return async (name) => {
    onStep?.(name);
    if (!timed) return;
    const now = context.clock.monotonic();
    await context.out.warn(`step: ${name} after ${Math.round(now - last)} ms`);
    last = now;
  };
}
