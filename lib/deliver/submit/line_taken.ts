/**
 * A line editor that took its line: it puts the terminal back for as long as the program works.
 *
 * @module
 */

import { leftTheLine } from "../../core/screen/line_taken.ts";
import type { Screen } from "../../core/screen/text.ts";
import type { PaneHandle } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";
import { steadyJudge, type Submittal } from "./submission_watch.ts";

/** Two looks this far apart must find the terminal put back: a program that ends does it as well. */
const AGAIN_MS = 400;

/**
 * Whether the program was seen to take the line. Whatever were typed meanwhile would be echoed by
 * the kernel, in between what the program writes, and would tell nothing.
 */
export async function lineTaken(
  handle: PaneHandle,
  submittal: Submittal,
  echoed: Screen,
): Promise<boolean> {
  if (!await submittal.putBack()) return false;
  const judge = steadyJudge(handle, submittal, echoed);
  const later = await waitForPane(handle, { timeoutMs: AGAIN_MS, check: judge });
  if (later.found !== null) return true;
  return leftTheLine(submittal.echo, { echoed, now: later.look.screen }) &&
    await submittal.putBack();
}
