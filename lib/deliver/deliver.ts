/**
 * `fab pane deliver`: hands a prompt over and says so only when the agent has it (contract §4.7).
 * The steps of one attempt are those of docs/delivery.md, in its order.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import type { RecordProof } from "../core/records/proof.ts";
import type { Proof } from "../core/screen/echo.ts";
import { doubtsAbout, payloadOf } from "../core/message/payload.ts";
import { paneHandle } from "../look/pane_handle.ts";
import { takeMark } from "../look/pane_text.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { refuseOwnPane } from "./astray.ts";
import { cleanUp, explained, isGone, withdraw } from "./clean_up.ts";
import { type DeliverOptions, type Delivery, stepTimer } from "./delivery.ts";
import { readAgents } from "./gate/at_work.ts";
import { openRecord, type OwnRecord } from "./own_record.ts";
import { lockPane } from "./pane_lock.ts";
import { preflight } from "./preflight.ts";
import { proveEmpty } from "./prove_empty.ts";
import { proveSubmitted } from "./prove_submitted.ts";
import { heldWhileAtWork } from "./time/hold.ts";
import { TimeOverError, withTimeLimit } from "./time/limit.ts";
import { untilReady } from "./time/until_ready.ts";
import { putPayload } from "./put_payload.ts";
import { readReceipt, wentBefore } from "./receipt.ts";
import { readersBehind } from "./same_readers.ts";

const ATTEMPTS = 2;
/** What is known of a text that was not typed. */
const NOTHING = { proof: null, mark: null } as const;

/** A delivery that was proven. */
export interface Delivered {
  readonly outcome: "delivered" | "already_delivered";
  /** Attempts made: 1 or 2, 0 when it was delivered before. */
  readonly attempts: number;
  readonly elapsedMs: number;
  /** What of the text was proven to be in the input; null where nothing was typed, or somebody else did. */
  readonly proof: Proof | null;
  /** Where the pane's text stood before; null where that was not asked for, or nothing was typed. */
  readonly mark: string | null;
  /** What the agent's own record says; null where there is none, or it says nothing. */
  readonly record: Recorded | null;
}

/** The record holds the text. */
export type Recorded = Extract<RecordProof, { readonly found: "text" }>;

/**
 * Delivers.
 *
 * @throws {UsageError} for a text that can't be delivered anywhere; nothing was typed.
 * @throws {DeliveryError} with one of the fixed words.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function deliver(context: Context, options: DeliverOptions): Promise<Delivered> {
  const { timeoutMs = null, holdMs = 0 } = options;
  if (timeoutMs === null) {
    return await heldWhileAtWork(
      context.clock,
      holdMs,
      () => deliverNow(context, options, () => {}),
    );
  }
  const clock = withTimeLimit(context.clock, timeoutMs);
  const lift = () => clock.lift();
  return await heldWhileAtWork(
    clock,
    holdMs,
    () => deliverNow({ ...context, clock }, options, lift),
  );
}

/** @param liftLimit lets wait again, when the time was over and what was typed has to go */
async function deliverNow(
  context: Context,
  options: DeliverOptions,
  liftLimit: () => void,
): Promise<Delivered> {
  const payload = payloadOf(options.text);
  const start = context.clock.monotonic();
  const waitUntil = start + (options.waitMs ?? 0);
  const tmux = createTmux(context.exec, options.server);
  const handle = paneHandle(context, { pane: options.pane, tmux });
  const socket = (await tmux.pane(handle.pane, ["socket_path"])).fields.socket_path;
  refuseOwnPane(handle, socket);
  const lock = await lockPane(handle, socket, { timeoutMs: options.timeoutMs ?? null });
  const elapsed = () => Math.round(context.clock.monotonic() - start);
  let record: OwnRecord | null = null;
  try {
    const id = options.id ?? null;
    const book = id === null ? null : await readReceipt(handle, { key: id, text: payload.text });
    if (book !== null && await wentBefore(handle, book)) {
      return {
        ...{ outcome: "already_delivered", attempts: 0, elapsedMs: elapsed() },
        ...{ ...NOTHING, record: null },
      };
    }
    const aloneAt = context.clock.now();
    const agents = options.queue === true ? null : () => readAgents(context);
    const terms = { shell: options.shell === true, answer: options.answer === true, agents };
    const terminal = await untilReady(
      handle,
      waitUntil,
      () => preflight(handle, payload, terms),
    ).catch((error) => {
      throw error instanceof TimeOverError ? error.meaning({ handle, typed: "nothing" }) : error;
    });
    if (terminal.remote !== null) {
      await context.out.warn(
        `pane ${handle.pane} shows another machine by way of ${terminal.remote}; what reads there ` +
          "can't be asked",
      );
    }
    record = openRecord(context, {
      ...{ tmux, pane: handle.pane, panePid: terminal.pane.panePid },
      processes: terminal.foreground.everyone,
    });
    const delivery: Delivery = {
      handle,
      payload,
      options,
      terms,
      terminal,
      aloneAt,
      book,
      release: () => lock.release(),
      waitUntil,
      record,
      step: stepTimer(context, options.onStep),
      typed: "nothing",
      ...NOTHING,
      latencyMs: 100,
    };
    const attempts = await withRetry(delivery, liftLimit);
    // Of a text that did not go they say nothing.
    for (const doubt of doubtsAbout(payload)) await context.out.warn(doubt);
    const said = record.now.found === "text" ? record.now : null;
    const { proof, mark } = delivery;
    return {
      ...{ outcome: "delivered", attempts, elapsedMs: elapsed(), proof, mark },
      record: said,
    };
  } finally {
    await record?.close();
    await lock.release();
  }
}

/** Two attempts; the second only where the first can't have delivered. */
async function withRetry(delivery: Delivery, liftLimit: () => void): Promise<number> {
  const { handle } = delivery;
  const failed: DeliveryError[] = [];
  for (let attempt = 1;; attempt++) {
    try {
      await attemptOnce(delivery, attempt);
      for (const { message } of failed) {
        await handle.context.out.warn(`delivery attempt 1 failed (${message}); the second went`);
      }
      return attempt;
    } catch (error) {
      if (isGone(error)) throw error;
      if (error instanceof TimeOverError) {
        liftLimit();
        const leftover = await cleanUp(delivery, { probe: true });
        throw await explained(handle, [...failed, error.meaning(delivery)], leftover);
      }
      if (!(error instanceof DeliveryError)) {
        await withdraw(delivery);
        throw error;
      }
      const leftover = await cleanUp(delivery);
      failed.push(error);
      if (!error.retry || leftover || attempt >= ATTEMPTS) {
        throw await explained(handle, failed, leftover);
      }
    }
  }
}

/** One attempt: the steps, each proven before the next. */
async function attemptOnce(delivery: Delivery, attempt: number): Promise<void> {
  const { handle, step } = delivery;
  let looks = 0;
  const cleared = await untilReady(handle, delivery.waitUntil, async () => {
    if (attempt > 1 || looks++ > 0) await begin(delivery);
    if (delivery.terminal.mode === "booting") {
      throw new DeliveryError("not ready", "the program has not taken its terminal yet (booting)", {
        retry: true,
      });
    }
    return await proveEmpty(delivery, attempt);
  });
  await step("input proven empty");
  if (await delivery.options.handOver?.(delivery.release) === true) return;
  if (delivery.options.mark === true) {
    const prompt = delivery.payload.text;
    delivery.mark = await takeMark(handle.tmux, handle.pane, { prompt, turn: true });
  }
  await delivery.record.note();
  const standing = await putPayload(delivery, cleared);
  delivery.proof = standing.echo.proof;
  await step("payload echoed");
  // Enter needs a pause; meanwhile it is asked who would get it.
  const behind = await readersBehind(handle, delivery.terminal);
  if (delivery.options.enter === false) return;
  await proveSubmitted(delivery, { standing, behind });
  await step("submission proven");
}

/** Asks anew what the first attempt asked: the program may have ended in between. */
async function begin(delivery: Delivery): Promise<void> {
  const { handle, payload, terms } = delivery;
  delivery.aloneAt = handle.context.clock.now();
  delivery.terminal = await preflight(handle, payload, terms);
}
