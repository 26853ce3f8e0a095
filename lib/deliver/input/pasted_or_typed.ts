/**
 * Whether a paste comes as one, in a program that takes a delete character for a key even there.
 *
 * The same bytes are pasted twice: without brackets, as if typed, and with them where tmux knows that
 * they are on. Between two words they hold BS, the other of the two characters that have stood for
 * backspace. Where it takes a letter back in the first and not in the second, the program has seen the
 * brackets.
 *
 * @module
 */

import { fold, sameScreen, type Screen } from "../../core/screen/text.ts";
import { look, type PaneHandle, pasteText, pressBackspace } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";

const FIRST = "Zz8";
const SECOND = "Xx8";
const TRIAL = `${FIRST}\b${SECOND}`;
/** What the key makes of it. */
const CUT = FIRST.slice(0, -1) + SECOND;

/** How a screen shows the trial: cut by the key, whole, or not at all. */
export function shownAs(rows: readonly string[]): "cut" | "whole" | null {
  const text = fold(rows.join("\n"));
  if (text.includes(fold(CUT))) return "cut";
  return WHOLE.test(text) ? "whole" : null;
}

const WHOLE = new RegExp(`${FIRST}(\\^H|\u2408|\b|\ufffd)?${SECOND}`);

/**
 * Tries it out, with an input at whose end the cursor stands.
 *
 * @returns whether the program has seen the brackets (null when it did not show the trial), and how
 *   many characters may be left behind what stood there
 */
export async function pastedOrTyped(
  handle: PaneHandle,
  latencyMs: number,
): Promise<{ readonly on: boolean | null; readonly typed: number }> {
  const before = (await look(handle)).screen;
  const left = { typed: TRIAL.length };
  const shows = async (bracketed: boolean) => {
    handle.ledger.text += TRIAL;
    await pasteText(handle, TRIAL, { bracketed });
    const timeoutMs = Math.max(3000, latencyMs * 3);
    return (await waitForPane(handle, { timeoutMs, check: ({ screen }) => shownAs(screen.rows) }))
      .found;
  };
  const typed = await shows(false);
  if (typed !== "cut") return { on: typed === null ? null : false, ...left };
  // Or the second would be found where the first one is.
  if (!await takenBack(handle, CUT.length, { before, latencyMs })) return { on: false, ...left };
  const pasted = await shows(true);
  return { on: pasted === null ? null : pasted === "whole", ...left };
}

async function takenBack(
  handle: PaneHandle,
  count: number,
  { before, latencyMs }: { readonly before: Screen; readonly latencyMs: number },
): Promise<boolean> {
  await pressBackspace(handle, count);
  const { found } = await waitForPane(handle, {
    timeoutMs: Math.max(3000, latencyMs * 3),
    check: ({ screen }) => sameScreen(before, screen) ? true : null,
  });
  return found === true;
}
