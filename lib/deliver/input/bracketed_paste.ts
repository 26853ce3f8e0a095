/**
 * Whether the pane's program has bracketed paste on.
 *
 * tmux 3.7 tells. Older versions know and don't say, so it is tried out: a paste of two words with a
 * DEL between them. Within brackets DEL is text and both words stay whole; typed, it is the key that
 * was just seen to take letters back, and the first word loses its last. A program that takes DEL for a
 * key even within brackets is tried out in another way.
 *
 * @module
 */

import { fold } from "../../core/screen/text.ts";
import { look, type PaneHandle, pasteText } from "../../look/pane_handle.ts";
import { pastedOrTyped } from "./pasted_or_typed.ts";
import { waitForPane } from "../../look/poll.ts";

const FIRST = "Qq7";
const SECOND = "Ww7";
const DELETE = "\u007f";

/** As many characters as it has can be left behind the sentinel. */
const TRIAL = FIRST + DELETE + SECOND;

/**
 * What a screen says of the trial: `on` where both words stand whole, `off` where the first lost its
 * last letter, null where neither is there.
 *
 * A DEL that is kept may be shown in one of several ways; where it is counted as a column and shown
 * as nothing, the last letter of the second word was seen to fall off the end.
 */
export function trialSays(rows: readonly string[]): "on" | "off" | null {
  const text = fold(rows.join("\n"));
  if (KEPT.test(text)) return "on";
  return text.includes(FIRST.slice(0, -1) + SECOND) ? "off" : null;
}

const KEPT = new RegExp(`${FIRST}(\\^\\?|\u2421|\u007f|\ufffd|\\s)?${SECOND.slice(0, -1)}`);

/**
 * Tries it out.
 *
 * @param latencyMs the longest echo so far
 * @returns whether it is on (null when the program did not show the trial), and how many characters
 *   the trial may have put behind the sentinel (which must be in the input)
 */
export async function bracketedPaste(
  handle: PaneHandle,
  latencyMs: number,
): Promise<{ readonly on: boolean | null; readonly typed: number }> {
  const flag = (await look(handle)).facts.bracket_paste_flag;
  if (flag !== "") return { on: flag === "1", typed: 0 };
  handle.ledger.text += TRIAL;
  await pasteText(handle, TRIAL);
  const waited = await waitForPane(handle, {
    timeoutMs: Math.max(3000, latencyMs * 3),
    check: ({ screen }) => trialSays(screen.rows),
  });
  if (waited.found !== "off") {
    return { on: waited.found === null ? null : true, typed: TRIAL.length };
  }
  // It may be one that takes it for a key within a paste as well.
  const second = await pastedOrTyped(handle, latencyMs);
  return { ...second, typed: second.typed + TRIAL.length };
}
