/**
 * Waiting for a pane that takes no input yet.
 *
 * @module
 */

import { DeliveryError } from "../../core/message/delivery.ts";
import type { PaneHandle } from "../../look/pane_handle.ts";
import { TimeOverError } from "./limit.ts";

const AGAIN_MS = 150;

/**
 * Whether waiting can help: the program starts, or a person may answer what it asks. A shell may be
 * about to start it.
 */
function mayBecomeReady(error: unknown): error is DeliveryError {
  if (!(error instanceof DeliveryError)) return false;
  if (error.word === "shell") return true;
  if (error.word !== "not ready") return false;
  const word = error.parked?.word ?? null;
  return word === null ? error.retry : word !== "own pane" && word !== "dead";
}

/**
 * Does what needs a pane that takes input, and again until it does or the time is over. Nothing of
 * the text may have been typed where it fails so.
 *
 * @param until monotonic milliseconds
 */
export async function untilReady<T>(
  { context: { clock } }: PaneHandle,
  until: number,
  work: () => Promise<T>,
): Promise<T> {
  let last: DeliveryError | null = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TimeOverError && last !== null) {
        throw new TimeOverError(error.limitMs, last);
      }
      if (!mayBecomeReady(error) || clock.monotonic() >= until) throw error;
      last = error;
    }
    await clock.sleep(Math.min(AGAIN_MS, Math.max(1, until - clock.monotonic()))).catch((error) => {
      throw error instanceof TimeOverError ? new TimeOverError(error.limitMs, last) : error;
    });
  }
}
