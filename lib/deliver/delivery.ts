/**
 * One delivery under way: what it was asked for, and how far it is. Its steps share it.
 *
 * @module
 */

import type { Payload } from "../core/message/payload.ts";
import type { Proof } from "../core/screen/echo.ts";
import type { PaneHandle } from "../look/pane_handle.ts";
import type { Context } from "../ports.ts";
import type { PreflightOptions } from "./gate/terms.ts";
import type { OwnRecord } from "./own_record.ts";
import type { ReceiptBook } from "./receipt.ts";
import type { Terminal } from "./terminal_taken.ts";

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
  /** The text answers a question that is put on a line. */
  readonly answer?: boolean;
  /** Types into the input of an agent that is at work. */
  readonly queue?: boolean;
  /** Milliseconds to wait for the turn's end of an agent that is at work; 0 refuses at once. */
  readonly holdMs?: number;
  /** False leaves the text in the input, seen there and not submitted. */
  readonly enter?: boolean;
  /** Milliseconds to wait until the pane takes input; the text is delivered once. */
  readonly waitMs?: number;
  /** Milliseconds that all of it may take; null for as long as its steps do. */
  readonly timeoutMs?: number | null;
  /** Tell where the pane's text stood before the text went in. */
  readonly mark?: boolean;
  /**
   * Somebody else who may type and submit in this one's place, asked where the input was proven empty
   * and keys go where they should. Its failures are the delivery's.
   *
   * @param release gives the pane's lock back
   * @returns whether it did; false: nothing was typed
   */
  readonly handOver?: (release: () => Promise<void>) => Promise<boolean>;
  /** Called when a step is done, with what is proven then. */
  readonly onStep?: (proven: string) => void;
}

/** How far a delivery is. */
export interface Typed {
  readonly handle: PaneHandle;
  readonly payload: Payload;
  readonly book: ReceiptBook | null;
  /** What is in the input that has to be taken out when it ends here. */
  typed: "nothing" | "sentinel" | "payload" | "pressed";
  /** The longest echo so far, in milliseconds. */
  latencyMs: number;
}

/** What the attempts of one delivery share. */
export interface Delivery extends Typed {
  readonly options: DeliverOptions;
  /** Gives the pane's lock back. */
  readonly release: () => Promise<void>;
  /** Monotonic milliseconds until which it is waited for a pane that takes no input yet. */
  readonly waitUntil: number;
  readonly terms: PreflightOptions;
  /** As the attempt found it. */
  terminal: Terminal;
  /** When the attempt began to look whether anybody was at the pane, milliseconds since 1970. */
  aloneAt: number;
  readonly step: (name: string) => Promise<void>;
  /** What the agent itself writes down of what it is given. */
  readonly record: OwnRecord;
  /** What of the text was proven to be in the input; null as long as nothing was. */
  proof: Proof | null;
  /** Where the pane's text stood before this attempt's went in, where that is asked for. */
  mark: string | null;
}

/** Passes each step on. With `FAB_DEBUG=1`, tells on standard error how long it took. */
export function stepTimer(
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
