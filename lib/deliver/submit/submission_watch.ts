/**
 * What is submitted, and how the screen is watched for what became of it.
 *
 * @module
 */

import { type Echo, echoStands } from "../../core/screen/echo.ts";
import { PaneMissingError } from "../../core/errors.ts";
import { leftTheLine } from "../../core/screen/line_taken.ts";
import { newRows } from "../../core/screen/new_rows.ts";
import { countOnScreen, type Screen } from "../../core/screen/text.ts";
import { judgeSubmission } from "../../core/screen/submission.ts";
import type { Look, PaneHandle } from "../../look/pane_handle.ts";
import type { Cleared } from "../input/empty_input.ts";
import { type Waited, waitForPane } from "../../look/poll.ts";

/** Two captures this far apart must agree that the payload went: one can be a half-drawn frame. */
export const CONFIRM_MS = 25;
/** The same where the payload is nowhere to be seen: a program may put back what it refuses. */
const CONFIRM_UNSEEN_MS = 500;

/**
 * Milliseconds until an input comes back of which nothing is to be seen: no prompt and no payload. A
 * turn may hide its input; a question that was opened over it stays.
 */
export const HIDDEN_MS = 6000;

/** Characters of an end by which a text is known. */
const ENDS = 14;

/** What is submitted. */
export interface Submittal {
  readonly payload: string;
  readonly cleared: Cleared;
  readonly echo: Echo;
  /** The program reads whole lines from a cooked terminal. */
  readonly lines: boolean;
  /** Asks whether the program, which reads keys, has put its terminal back to whole lines. */
  putBack(): Promise<boolean>;
  /** Monotonic milliseconds at which the payload was sent, and at which its echo was seen. */
  readonly sentAt: number;
  readonly seenAt: number;
  /** The screen of the echo. */
  readonly echoed: Screen;
  /** A moment before it at which nobody was at the pane, milliseconds since 1970. */
  readonly aloneAt: number;
  /** tmux commands to run in the call of the first Enter, before it. */
  readonly withFirstEnter: readonly (readonly string[])[];
  /** Whether the agent's own record says what it was given, so that the screen need not be asked. */
  recorded(): boolean;
  /** Called when the first Enter is about to go: from here on nothing may be typed again. */
  onPress(): void;
  /** Called when the text has to stay where it is, for a person to look at. */
  onLeave(): void;
}

/** The screen in which the payload still stands in the input; null when it does not. */
export async function stillStanding(
  handle: PaneHandle,
  submittal: Submittal,
): Promise<Screen | null> {
  const { cleared, echo } = submittal;
  const waited = await waitForPane(handle, {
    timeoutMs: Math.max(1000, cleared.latencyMs * 3),
    check: ({ screen }) => echoStands(echo, { ...cleared, now: screen }) ? true : null,
  });
  return waited.found === null ? null : waited.look.screen;
}

/** Rows of a screen that the program wrote since the payload stood in its input. */
export function rowsSince(
  { cleared: { baseline, input }, payload }: Submittal,
  screens: { readonly echoed: Screen; readonly now: Screen },
): readonly number[] {
  return newRows(screens.now, [baseline, screens.echoed], { prompt: input.prompt, payload });
}

/** Watches the screen after Enter until two captures agree, or the time is over. */
export async function watchSubmission(
  handle: PaneHandle,
  submittal: Submittal,
  options: { readonly echoed: Screen; readonly timeoutMs: number },
): Promise<Waited<"submitted">> {
  const check = steadyJudge(handle, submittal, options.echoed);
  return await waitForPane(handle, { timeoutMs: options.timeoutMs, check });
}

/** Whether the input is as empty as it was, whatever else is to be seen. */
export function isEmptyAgain(
  { cleared: { baseline, input }, echo }: Submittal,
  screens: { readonly echoed: Screen; readonly now: Screen },
): boolean {
  return judgeSubmission(echo, input, { baseline, ...screens }) === "submitted";
}

/**
 * Makes a check that says `submitted` when captures have agreed on it for long enough: the text left
 * the input, and is seen elsewhere, or the program wrote something.
 */
export function steadyJudge(
  handle: PaneHandle,
  submittal: Submittal,
  echoed: Screen,
): (look: Look, elapsedMs: number) => "submitted" | null {
  const { cleared: { baseline, input }, echo, lines } = submittal;
  let since: number | null = null;
  let began = false;
  // A transcript may show more of it than the input did, or less.
  const ends = endsOf(submittal.payload);
  return ({ screen, facts }, elapsed) => {
    if (submittal.recorded()) return "submitted";
    if (facts.pane_dead === "1") throw new PaneMissingError(handle.pane);
    // The kernel ends the line of a line reader: the cursor at a row's start proves it, or below the
    // text, behind what the program wrote.
    const old = echoed.cursor;
    const ended = lines && (leftTheLine(echo, { echoed, now: screen }) ||
      screen.cursor.x === 0 && (old.x !== 0 || old.y !== screen.cursor.y));
    if (!ended && judgeSubmission(echo, input, { baseline, echoed, now: screen }) !== "submitted") {
      since = null;
      return null;
    }
    since ??= elapsed;
    const seen = [echo.token, ...ends].some((part) =>
      countOnScreen(screen, part, echo.how) > countOnScreen(baseline, part, echo.how)
    );
    // A turn may show the text nowhere, and be over soon.
    began ||= ended || rowsSince(submittal, { echoed, now: screen }).length > 0;
    if (!seen && !began) return null;
    return elapsed - since >= (seen ? CONFIRM_MS : CONFIRM_UNSEEN_MS) ? "submitted" : null;
  };
}

/** What a text begins and ends with, as far as it is enough to know it by. */
function endsOf(payload: string): readonly string[] {
  const chars = Array.from(payload.trim());
  if (chars.length < ENDS) return [];
  return [chars.slice(0, ENDS).join(""), chars.slice(-ENDS).join("")];
}
