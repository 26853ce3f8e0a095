/**
 * Whether the pane's program has bracketed paste on.
 *
 * tmux 3.7 tells. Older versions know and don't say, so it is tried out: a paste of two letters with
 * a DEL between them. Within brackets DEL is text and both letters stay; typed, it is the key that
 * was just seen to take letters back, and one goes.
 *
 * @module
 */

import { SENTINEL } from "../core/readiness.ts";
import { fold } from "../core/screen_text.ts";
import { look, type PaneHandle, pasteText } from "./handle.ts";
import { waitForPane } from "./poll.ts";

const FIRST = "Q";
const SECOND = "W";
const DELETE = "\u007f";

/** Characters that a trial can leave behind the sentinel. */
export const TRIAL_LENGTH = 3;

/**
 * Tries it out.
 *
 * @param latencyMs the longest echo so far
 * @returns whether it is on, and how many characters the trial may have put behind the sentinel
 *   (which must be in the input)
 */
export async function bracketedPaste(
  handle: PaneHandle,
  latencyMs: number,
): Promise<{ readonly on: boolean; readonly typed: number }> {
  const flag = (await look(handle)).facts.bracket_paste_flag;
  if (flag !== "") return { on: flag === "1", typed: 0 };
  await pasteText(handle, `${FIRST}${DELETE}${SECOND}`);
  const kept = new RegExp(`${SENTINEL}${FIRST}.{0,6}${SECOND}`);
  const waited = await waitForPane(handle, {
    timeoutMs: Math.max(1500, latencyMs * 3),
    check: ({ screen }) => {
      const text = fold(screen.rows.join("\n"));
      if (kept.test(text)) return "on";
      return text.includes(SENTINEL + SECOND) ? "off" : null;
    },
  });
  return { on: waited.found === "on", typed: TRIAL_LENGTH };
}
