/**
 * Taking a text out of the input that was just put into it, as quickly as the program lets it go.
 *
 * @module
 */

import { type EmptyInput, inputRow, restOf } from "../../core/screen/input_line.ts";
import { sameScreen, type Screen } from "../../core/screen/text.ts";
import { look, type PaneHandle, pressBackspace, pressClearLine } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";
import { type Cleared, clearInput, toBaseline } from "./empty_input.ts";

/** Keys in one call. */
const CLEARS = 20;
const BACKSPACES = 1000;
/** Milliseconds after which no further round is begun. */
const TAKE_OUT_MS = 15_000;

/**
 * Takes the text out, and proves the input empty anew.
 *
 * @throws {DeliveryError} `not ready` where some of it may be left.
 */
export async function takeTextOut(
  handle: PaneHandle,
  cleared: Cleared,
  length: number,
): Promise<Cleared> {
  const { clock } = handle.context;
  const { latencyMs, input } = cleared;
  const end = clock.monotonic() + TAKE_OUT_MS;
  const singly = handle.ledger.backspaces === "one by one";
  const timeoutMs = Math.min(2000, Math.max(80, latencyMs * 2));
  let keys: "clear" | "backspace" = "clear";
  let left = length;
  // Several keys in one read are a text to a program that takes each read for one key.
  while (!singly && left > 0 && clock.monotonic() < end) {
    const before = (await look(handle)).screen;
    if (looksEmpty(before, input)) break;
    if (keys === "clear") await pressClearLine(handle, CLEARS);
    else {
      await pressBackspace(handle, BACKSPACES);
      left -= BACKSPACES;
    }
    const { found } = await waitForPane(handle, {
      timeoutMs,
      check: ({ screen }) => sameScreen(before, screen) ? null : true,
    });
    if (found === null) {
      if (keys === "backspace") break;
      keys = "backspace";
    }
  }
  return await toBaseline(handle, await clearInput(handle, latencyMs));
}

function looksEmpty(screen: Screen, input: EmptyInput): boolean {
  const row = inputRow(screen, input);
  if (row === null) return false;
  const rest = restOf(screen, row, input);
  return rest === "" || rest === input.emptyRest;
}
