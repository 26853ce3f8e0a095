/**
 * What a delivery does when it fails or is interrupted: takes out what it typed, and says what is
 * left.
 *
 * @module
 */

import { DeliveryError, type DeliveryWord, snippetOf } from "../core/message/delivery.ts";
import { FabError, InterruptedError, PaneMissingError, TmuxError } from "../core/errors.ts";
import { countOnScreen } from "../core/screen/text.ts";
import {
  look,
  type PaneHandle,
  pressBackspace,
  pressClearLine,
  settledLook,
} from "../look/pane_handle.ts";
import { clearInput } from "./input/empty_input.ts";
import { takeBack } from "./input/probe.ts";
import type { Typed } from "./delivery.ts";

/**
 * Takes out what this delivery typed and did not submit.
 *
 * @param options.probe also a probe that was broken off
 * @returns whether something may be left
 */
export async function cleanUp(
  delivery: Typed,
  { probe = false }: { readonly probe?: boolean } = {},
): Promise<boolean> {
  if (probe && delivery.typed === "sentinel") {
    await takeBackTyped(delivery.handle);
    delivery.typed = "nothing";
  }
  if (delivery.typed !== "payload") return false;
  try {
    const probe = await clearInput(delivery.handle, delivery.latencyMs);
    const { gone } = await takeBack(delivery.handle, probe);
    if (delivery.book !== null) await delivery.handle.tmux.attempt([delivery.book.none]);
    delivery.typed = "nothing";
    return !gone;
  } catch (error) {
    if (error instanceof FabError && !(error instanceof InterruptedError)) return true;
    await withdraw(delivery);
    throw error;
  }
}

/** Takes back what a probe or a marker typed, when it was interrupted. */
async function takeBackTyped(handle: PaneHandle): Promise<void> {
  const { ledger } = handle;
  const { text, unsure, undo } = ledger;
  // A backspace too many would take a character of somebody's text.
  const count = unsure ? await standing(handle, text) : text.length;
  await pressBackspace(handle, count).catch(() => {});
  await undo?.().catch(() => {});
}

/** How much of a text stands before the cursor; all of it where that can't be told. */
async function standing(handle: PaneHandle, text: string): Promise<number> {
  const seen = await settledLook(handle).catch(() => null);
  if (seen === null) return text.length;
  const { rows, cursor } = seen.screen;
  const before = Array.from(rows[cursor.y] ?? "").slice(0, cursor.x).join("");
  for (let length = text.length; length > 0; length--) {
    if (before.endsWith(text.slice(0, length))) return length;
  }
  return countOnScreen(seen.screen, text) > 0 ? text.length : 0;
}

/** Whether an error says that the pane is gone, and all that was typed with it. */
export function isGone(error: unknown): boolean {
  return error instanceof PaneMissingError ||
    (error instanceof TmuxError && error.reason === "no-server");
}

/** Takes back a probe that was interrupted, and says so. */
export async function withdrawProbe(handle: PaneHandle): Promise<void> {
  if (handle.ledger.text === "" && handle.ledger.undo === null) return;
  await takeBackTyped(handle);
  await handle.context.out.warn(
    `interrupted at pane ${handle.pane}: taking the readiness probe back`,
  );
}

/** After an interruption, or when tmux fails: takes out at once what can be taken out. */
export async function withdraw(delivery: Typed): Promise<void> {
  const { handle, payload, typed } = delivery;
  const words: Partial<Record<Typed["typed"], string>> = {
    sentinel: "taking the readiness probe back",
    payload: "clearing the input of the text again; nothing was submitted",
    pressed: "the submit key had been pressed; look at the pane before repeating",
  };
  const word = words[typed];
  if (word === undefined) return;
  if (typed !== "payload") await takeBackTyped(handle);
  if (typed === "payload") {
    const singly = handle.ledger.backspaces === "one by one";
    const rows = singly ? 0 : Math.min(60, payload.text.split("\n").length + 2);
    for (let row = 0; row < rows; row++) await pressClearLine(handle).catch(() => {});
    const most = singly ? 500 : 4000;
    await pressBackspace(handle, Math.min(payload.text.length, most)).catch(() => {});
  }
  await handle.context.out.warn(`interrupted at pane ${handle.pane}: ${word}`);
}

/**
 * The failure of a delivery in one line: the last attempt's, with what may be left in the input, and
 * that there was one before it. The screen goes with it, but for what shows on no screen.
 *
 * @param failed each attempt's failure, in order; at least one
 */
export async function explained(
  handle: PaneHandle,
  failed: readonly DeliveryError[],
  leftover: boolean,
): Promise<DeliveryError> {
  const error = failed.at(-1);
  if (error === undefined) throw new TypeError("no attempt failed");
  const quiet: readonly DeliveryWord[] = ["draft", "busy", "shell"];
  const shown = !quiet.includes(error.word);
  if (!shown && failed.length === 1) return error;
  const screen = shown ? await look(handle).then((seen) => seen.screen, () => null) : null;
  const reason = error.message.slice(error.word.length + 2);
  let left = leftover ? "; some of the text may be left in the input" : "";
  if (error.word === "not submitted" && !leftover) left = "; it was taken out of the input again";
  return new DeliveryError(error.word, reason + left + attemptsText(failed), {
    details: screen === null ? error.details : snippetOf(screen),
    parked: error.parked,
    cause: error,
  });
}

/** That there were two attempts, and how the first one failed where that was otherwise. */
function attemptsText(failed: readonly DeliveryError[]): string {
  const [first] = failed;
  if (first === undefined || failed.length === 1) return "";
  const same = first.message === failed.at(-1)?.message;
  return ` (${failed.length} attempts${same ? "" : `; the first: ${first.message}`})`;
}
