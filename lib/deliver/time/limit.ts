/**
 * A bound on all that a delivery takes.
 *
 * @module
 */

import { FabError } from "../../core/errors.ts";
import { DeliveryError } from "../../core/message/delivery.ts";
import type { Clock } from "../../ports.ts";

/** The time was over in the middle of a step. Thrown by the limited clock alone. */
export class TimeOverError extends FabError {
  override readonly name = "TimeOverError";

  /** @param waitedFor why it was waited, where it was for a pane that takes no input yet */
  constructor(readonly limitMs: number, readonly waitedFor: DeliveryError | null = null) {
    super("failed", `the time was over after ${limitMs / 1000} s`);
  }

  /** What that means where a delivery stands. Behind the submit key it is `unverified` already. */
  meaning(
    { typed, handle: { pane } }: {
      /** What is in the input, as a delivery names it. */
      readonly typed: string;
      readonly handle: { readonly pane: string };
    },
  ): DeliveryError {
    const { waitedFor: cause } = this;
    if (typed === "payload") {
      return new DeliveryError("not echoed", `${this.message}, before the text was submitted`);
    }
    if (cause === null) return new DeliveryError("not ready", `pane ${pane}: ${this.message}`);
    const reason = cause.message.slice(cause.word.length + 2);
    return new DeliveryError(cause.word, `${reason}; ${this.message}`, {
      parked: cause.parked,
      details: cause.details,
      cause,
    });
  }
}

/** A clock on which nobody sleeps beyond a moment. */
export interface LimitedClock extends Clock {
  /** Lets sleep again, to take out what was typed. */
  lift(): void;
}

/** Makes one; from `limitMs` on each sleep throws {@linkcode TimeOverError}. */
export function withTimeLimit(clock: Clock, limitMs: number): LimitedClock {
  const end = clock.monotonic() + limitMs;
  let lifted = false;
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    async sleep(ms) {
      if (lifted) return await clock.sleep(ms);
      const left = end - clock.monotonic();
      if (left <= 0) throw new TimeOverError(limitMs);
      await clock.sleep(Math.min(ms, left));
    },
    lift: () => void (lifted = true),
  };
}
