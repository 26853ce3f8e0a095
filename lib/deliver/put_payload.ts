/**
 * The step “the text is in the input”: pasted, and waited for until it newly shows there.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import { type Echo, findEcho, scrolledEcho, tailEcho } from "../core/screen/echo.ts";
import type { Shown } from "../core/screen/shown.ts";
import { sameScreen, type Screen } from "../core/screen/text.ts";
import { lookBack, pasteText } from "../look/pane_handle.ts";
import { waitForPane } from "../look/poll.ts";
import type { Delivery } from "./delivery.ts";
import type { Cleared } from "./input/empty_input.ts";
import { planOf, putInPieces, roomOf } from "./input/put_in_pieces.ts";
import { takeTextOut } from "./input/take_out.ts";

/** Milliseconds that the payload's echo may take, beyond what the probe's echo took. */
const PAYLOAD_ECHO_MS = 4000;
/** Milliseconds that the end of a text must stand still until the rest is taken for scrolled away. */
const STILL_MS = 100;
/**
 * The same of a screen that shows something else than the text: no more is to come. A program that
 * paints late is given more.
 */
const OTHER_MS = 2000;
/** A text that takes so many times the pane goes in by pieces at once: to take it out again is slow. */
const HOPELESS = 40;

/** The text as it was seen in the input. */
export interface Standing {
  readonly echo: Echo;
  /** The input's emptiness that it was seen against. */
  readonly cleared: Cleared;
  /** The screen of the echo. */
  readonly screen: Screen;
  /** Monotonic milliseconds at which the text was sent, and at which its echo was seen. */
  readonly sentAt: number;
  readonly seenAt: number;
}

/**
 * Pastes the text and waits for its echo. Where the input shows the end alone, the text is looked for
 * in what scrolled out of the pane, else taken out and put in by pieces.
 *
 * @throws {DeliveryError} `not echoed`; Enter was not pressed.
 */
export async function putPayload(delivery: Delivery, empty: Cleared): Promise<Standing> {
  const { handle, payload: { text } } = delivery;
  const { clock } = handle.context;
  delivery.typed = "payload";
  let cleared = empty;
  const { baseline, input } = empty;
  const row = Math.max(1, baseline.width - Array.from(input.prompt).length - 6);
  if (text.length > HOPELESS * row * baseline.rows.length) {
    const put = await putInPieces(handle, empty, planOf(text, roomOf({ rows: 1, widest: row })));
    return { ...put, cleared, seenAt: clock.monotonic() };
  }
  await pasteText(handle, text);
  const sentAt = clock.monotonic();
  const { found, look } = await waitForPane(handle, {
    timeoutMs: Math.max(PAYLOAD_ECHO_MS, empty.latencyMs * 3),
    check: shownAt(delivery, empty),
  });
  if (found === null || found === "other") throw notEchoed(text);
  if ("kind" in found) {
    return { echo: found, cleared, screen: look.screen, sentAt, seenAt: clock.monotonic() };
  }
  const tall = await lookBack(handle);
  if (scrolledEcho(text, { baseline, now: tall, input })?.whole === true) {
    const echo = tailEcho(found, "whole");
    return { echo, cleared, screen: look.screen, sentAt, seenAt: clock.monotonic() };
  }
  cleared = await takeTextOut(handle, empty, text.length);
  const put = await putInPieces(handle, cleared, planOf(text, roomOf(found)));
  return { ...put, cleared, seenAt: clock.monotonic() };
}

/**
 * Makes a check for the text; for its end that stands still, where it can go in by pieces; and for
 * something else that does.
 */
function shownAt({ payload }: Delivery, cleared: Cleared) {
  let last: { readonly token: string; readonly since: number } | null = null;
  let still: { readonly screen: Screen; readonly since: number } | null = null;
  return (
    { screen }: { readonly screen: Screen },
    elapsed: number,
  ): Echo | Shown | "other" | null => {
    const screens = { ...cleared, now: screen };
    const echo = findEcho(payload, screens);
    if (echo !== null) return echo;
    if (still === null || !sameScreen(still.screen, screen)) still = { screen, since: elapsed };
    const waits = Math.max(OTHER_MS, cleared.latencyMs * 4);
    if (elapsed - still.since >= waits && !sameScreen(cleared.baseline, screen)) return "other";
    const shown = scrolledEcho(payload.text, screens);
    // One look can be a half-drawn frame, which says nothing.
    if (shown === null || shown.whole) return null;
    if (last?.token !== shown.token) last = { token: shown.token, since: elapsed };
    if (elapsed - last.since < Math.max(STILL_MS, cleared.latencyMs * 1.5)) return null;
    // In one piece it was put in already: something is missing.
    return planOf(payload.text, roomOf(shown)).length > 1 ? shown : null;
  };
}

function notEchoed(text: string): DeliveryError {
  const mode = text.startsWith("!")
    ? "; many agents take a leading ! for a command of their own"
    : "";
  return new DeliveryError(
    "not echoed",
    `the text did not appear in the input${mode}`,
    { retry: true },
  );
}
