/**
 * Whether a paste comes as one, in a program that takes a delete character for a key even there.
 *
 * The same bytes are pasted twice: without brackets, as if typed, and with them where tmux knows that
 * they are on. Between two words they hold `C-b`, which moves the cursor back. Where it does so in the
 * first and not in the second, the program has seen the brackets.
 *
 * @module
 */

import { fold, sameScreen, type Screen } from "../../core/screen/text.ts";
import { look, type PaneHandle, pasteText, pressBackspace } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";

const FIRST = "Zz8";
const SECOND = "Xx8";
/** Back, and at the end forth again, so that backspaces take all of it. */
const TRIAL = `${FIRST}\u0002${SECOND}\u0006`;
/** What `C-b` makes of it: the second word stands before the last letter of the first. */
const MOVED = FIRST.slice(0, -1) + SECOND + FIRST.slice(-1);

/** How a screen shows the trial: moved by the key, whole, or not at all. */
export function shownAs(rows: readonly string[]): "moved" | "whole" | null {
  const text = fold(rows.join("\n"));
  if (text.includes(fold(MOVED))) return "moved";
  return WHOLE.test(text) ? "whole" : null;
}

const WHOLE = new RegExp(`${FIRST}(\\^B|\u2402|\u0002|\ufffd)?${SECOND}`);

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
  if (typed !== "moved") return { on: typed === null ? null : false, ...left };
  // The cursor must be at its end again, or the rest would stand behind what is delivered.
  if (!await takenBack(handle, MOVED.length, { before, latencyMs })) return { on: false, ...left };
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
