/**
 * The step “the text is in the input”: pasted, and waited for until it newly shows there.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import { type Echo, findEcho } from "../core/screen/echo.ts";
import type { Screen } from "../core/screen/text.ts";
import { pasteText } from "../look/pane_handle.ts";
import { waitForPane } from "../look/poll.ts";
import type { Delivery } from "./delivery.ts";
import type { Cleared } from "./input/empty_input.ts";

/** Milliseconds that the payload's echo may take, beyond what the probe's echo took. */
const PAYLOAD_ECHO_MS = 4000;

/** The text as it was seen in the input. */
export interface Standing {
  readonly echo: Echo;
  /** The screen of the echo. */
  readonly screen: Screen;
  /** Monotonic milliseconds at which the text was sent, and at which its echo was seen. */
  readonly sentAt: number;
  readonly seenAt: number;
}

/**
 * Pastes the text and waits for its echo.
 *
 * @throws {DeliveryError} `not echoed`; Enter was not pressed.
 */
export async function putPayload(delivery: Delivery, cleared: Cleared): Promise<Standing> {
  const { handle, payload } = delivery;
  const { clock } = handle.context;
  delivery.typed = "payload";
  await pasteText(handle, payload.text);
  const sentAt = clock.monotonic();
  const { found: echo, look } = await waitForPane(handle, {
    timeoutMs: Math.max(PAYLOAD_ECHO_MS, cleared.latencyMs * 3),
    check: ({ screen }) =>
      findEcho(payload, { baseline: cleared.baseline, now: screen, input: cleared.input }),
  });
  if (echo === null) {
    const mode = payload.text.startsWith("!")
      ? "; many agents take a leading ! for a command of their own"
      : "";
    throw new DeliveryError("not echoed", `the text did not appear in the input${mode}`, {
      retry: true,
    });
  }
  return { echo, screen: look.screen, sentAt, seenAt: clock.monotonic() };
}
