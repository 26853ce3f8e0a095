/**
 * Pressing Enter and proving that it was taken.
 *
 * Enter is pressed again only on proof that the payload is still in the input: the screen shows it
 * there, and a marker that was typed after the key stands behind it. A program reads its input in
 * order, so the key is then known to have come to nothing; a screen that is merely late can't fool
 * this, and a second Enter can't submit twice.
 *
 * @module
 */

import { DeliveryError } from "../core/delivery.ts";
import { type Echo, echoStands } from "../core/echo.ts";
import { PaneMissingError, TmuxError } from "../core/errors.ts";
import type { Place } from "../core/input_line.ts";
import { mayComplete } from "../core/payload.ts";
import { countOnScreen, sameScreen, type Screen } from "../core/screen_text.ts";
import { freeMarker, judgeMarker, judgeSubmission, type Marker } from "../core/submission.ts";
import type { Clock } from "../ports.ts";
import {
  type Look,
  look,
  type PaneHandle,
  pressBackspace,
  pressEnter,
  typeText,
} from "./handle.ts";
import type { Cleared } from "./input_state.ts";
import { waitForPane } from "./poll.ts";

/**
 * Milliseconds between the payload's last byte and Enter. Some programs take an Enter within about
 * 120 ms for part of a paste; it is counted from when the echo was seen, so that a program which
 * reads late is given the time as well.
 */
const GUARD_MS = 130;
const GUARD_SINCE_SENT_MS = 150;
/**
 * The same for a text that opens a list of completions: a list was seen to lag 250 ms behind the text,
 * and Enter then chose the first of all commands. The screen must stand still for a while as well.
 */
const LIST_GUARD_MS = 400;
const LIST_STILL_MS = 150;
/** Milliseconds until a screen that never stands still is left at that. */
const LIST_SETTLE_MS = 1500;
/** Two captures this far apart must agree that the payload went: one can be a half-drawn frame. */
const CONFIRM_MS = 25;
/** The same where the payload is nowhere to be seen: a program may put back what it refuses. */
const CONFIRM_UNSEEN_MS = 500;
/** Milliseconds, times the presses so far, until it is asked whether Enter should be pressed again. */
const PRESS_AGAIN_MS = 1000;
/** How often Enter is pressed at most. */
const PRESSES = 4;
/**
 * Milliseconds until a marker that does not show is given up on. A program that is busy may hide its
 * input, and one that was painted before it reads was seen to be deaf for 5 s on a busy machine.
 */
const ASK_MS = 8000;
/** Milliseconds until a marker must show, and until it must be gone when it was taken out. */
const SHOWS_MS = 3000;
const GONE_MS = 1500;
/** How many characters of white space are taken out from between the payload and a marker. */
const MARKER_ROUNDS = 4;

/** What is submitted. */
export interface Submittal {
  readonly payload: string;
  readonly cleared: Cleared;
  readonly echo: Echo;
  readonly echoed: Screen;
  /** The program reads whole lines from a cooked terminal. */
  readonly lines: boolean;
  /** Monotonic milliseconds at which the payload was sent, and at which its echo was seen. */
  readonly sentAt: number;
  readonly seenAt: number;
  /** tmux commands to run in the call of the first Enter, before it. */
  readonly withFirstEnter: readonly (readonly string[])[];
  /** Called when the first Enter is about to go: from here on nothing may be typed again. */
  onPress(): void;
}

/**
 * Submits.
 *
 * @throws {DeliveryError} `not echoed` when the payload vanished before the key (nothing pressed);
 *   `not submitted` when it is proven to be in the input still; `unverified` when the outcome is
 *   not known.
 */
export async function submit(handle: PaneHandle, submittal: Submittal): Promise<void> {
  const { clock } = handle.context;
  const { cleared } = submittal;
  const slow = Math.min(6000, cleared.latencyMs * 3);
  await sleepUntil(
    clock,
    Math.max(submittal.sentAt + GUARD_SINCE_SENT_MS, submittal.seenAt + GUARD_MS),
  );
  if (mayComplete(submittal.payload)) await listSettled(handle, submittal);
  const standing = await stillStanding(handle, submittal);
  if (standing === null) {
    throw new DeliveryError(
      "not echoed",
      "the text vanished from the input before it was submitted",
      { retry: true },
    );
  }
  let echoed = standing;
  for (let press = 1; press <= PRESSES; press++) {
    submittal.onPress();
    try {
      await pressEnter(handle, press === 1 ? submittal.withFirstEnter : []);
      const outcome = await verdict(handle, submittal, {
        echoed,
        timeoutMs: Math.max(PRESS_AGAIN_MS * press, slow),
      });
      if (outcome === "submitted") return;
      const marker = await ask(handle, submittal, echoed);
      if (marker === "submitted") return;
      if (marker === "changed") throw changedText();
      if (marker === "returned") throw refusedText();
      if (marker === "unclear") throw unverified(handle);
      await clock.sleep(GUARD_MS * (press + 1));
      const again = await stillStanding(handle, submittal);
      if (again === null) {
        // It went after all, late: only seeing that will do, and nothing may be typed again.
        const late = await verdict(handle, submittal, { echoed, timeoutMs: ASK_MS });
        if (late === "submitted") return;
        throw unverified(handle);
      }
      echoed = again;
    } catch (error) {
      if (error instanceof PaneMissingError) throw unverified(handle, "the pane ended", error);
      if (error instanceof TmuxError) throw unverified(handle, error.message, error);
      throw error;
    }
  }
  throw new DeliveryError(
    "not submitted",
    `pane ${handle.pane} ignored Enter ${PRESSES} times; the text was taken out of its input again`,
  );
}

function unverified(handle: PaneHandle, why?: string, cause?: unknown): DeliveryError {
  return new DeliveryError(
    "unverified",
    `the submit key was pressed in pane ${handle.pane} and its outcome can't be seen` +
      `${why === undefined ? "" : ` (${why})`}; look before repeating`,
    { cause },
  );
}

function refusedText(): DeliveryError {
  return new DeliveryError(
    "not submitted",
    "the program refused the text and put it back into its input",
  );
}

function changedText(): DeliveryError {
  return new DeliveryError(
    "not submitted",
    "the program changed the text in its input instead of taking it (a completion?)",
    { retry: true },
  );
}

/** Waits for a moment of the clock that never runs backwards. */
async function sleepUntil(clock: Clock, moment: number): Promise<void> {
  const left = moment - clock.monotonic();
  if (left > 0) await clock.sleep(left);
}

/** Waits until a list of completions, where there is one, has caught up with the text. */
async function listSettled(handle: PaneHandle, { seenAt }: Submittal): Promise<void> {
  const { clock } = handle.context;
  await sleepUntil(clock, seenAt + LIST_GUARD_MS - LIST_STILL_MS);
  let last: { readonly screen: Screen; readonly since: number } | null = null;
  await waitForPane(handle, {
    timeoutMs: LIST_SETTLE_MS,
    check: ({ screen }, elapsed) => {
      if (last === null || !sameScreen(last.screen, screen)) last = { screen, since: elapsed };
      return elapsed - last.since >= LIST_STILL_MS ? true : null;
    },
  });
}

/** The screen in which the payload still stands in the input; null when it does not. */
async function stillStanding(handle: PaneHandle, submittal: Submittal): Promise<Screen | null> {
  const { cleared, echo } = submittal;
  const waited = await waitForPane(handle, {
    timeoutMs: Math.max(300, cleared.latencyMs * 3),
    check: ({ screen }) => echoStands(echo, { ...cleared, now: screen }) ? true : null,
  });
  return waited.found === null ? null : waited.look.screen;
}

/** Watches the screen after Enter until two captures agree, or the time is over. */
async function verdict(
  handle: PaneHandle,
  submittal: Submittal,
  options: { readonly echoed: Screen; readonly timeoutMs: number },
): Promise<"submitted" | "open"> {
  const judge = steadyJudge(handle, submittal, options.echoed);
  const { found } = await waitForPane(handle, { timeoutMs: options.timeoutMs, check: judge });
  return found ?? "open";
}

/** Makes a check that says `submitted` when captures have agreed on it for long enough. */
function steadyJudge(
  handle: PaneHandle,
  { cleared, echo, lines }: Submittal,
  echoed: Screen,
): (look: Look, elapsedMs: number) => "submitted" | null {
  const { baseline, input } = cleared;
  let since: number | null = null;
  return ({ screen, facts }, elapsed) => {
    if (facts.pane_dead === "1") throw new PaneMissingError(handle.pane);
    // The kernel ends the line of a line reader: the cursor at a row's start proves it.
    const old = echoed.cursor;
    const ended = lines && screen.cursor.x === 0 && (old.x !== 0 || old.y !== screen.cursor.y);
    if (!ended && judgeSubmission(echo, input, { baseline, echoed, now: screen }) !== "submitted") {
      since = null;
      return null;
    }
    since ??= elapsed;
    const seen = countOnScreen(screen, echo.token, echo.how) >
      countOnScreen(baseline, echo.token, echo.how);
    return elapsed - since >= (seen ? CONFIRM_MS : CONFIRM_UNSEEN_MS) ? "submitted" : null;
  };
}

/** Types a marker behind whatever the input holds, sees where it stands, and takes it back. */
async function ask(handle: PaneHandle, submittal: Submittal, echoed: Screen): Promise<Marker> {
  const { cleared, echo, payload } = submittal;
  const marker = freeMarker(payload, (await look(handle)).screen);
  let spacedAt: Place | null = null;
  for (let round = 0; round < MARKER_ROUNDS; round++) {
    await typeText(handle, marker);
    const submitted = steadyJudge(handle, submittal, echoed);
    const { found } = await waitForPane(handle, {
      timeoutMs: ASK_MS,
      check: (seen, elapsed) => {
        const judged = judgeMarker(echo, cleared.input, {
          now: seen.screen,
          baseline: cleared.baseline,
          marker,
          payload,
        });
        if (judged.word !== "unclear") return judged;
        return submitted(seen, elapsed) === null ? null : { word: "submitted", at: null } as const;
      },
    });
    // White space between the payload and the marker is what the key became: take it out too.
    await takeOut(handle, {
      marker,
      count: marker.length + (found?.word === "spaced" ? 1 : 0),
      latencyMs: cleared.latencyMs,
    });
    if (found?.word !== "spaced") return found?.word ?? "unclear";
    // Backspace took nothing out, so there was nothing: the marker stood in an empty input.
    if (samePlace(spacedAt, found.at)) return "submitted";
    spacedAt = found.at;
  }
  return "unclear";
}

/**
 * Takes a marker out again, and says so when it can't. A program that has just begun its turn may
 * show it late, and backspaces that come before that find nothing.
 */
async function takeOut(
  handle: PaneHandle,
  { marker, count, latencyMs }: {
    readonly marker: string;
    readonly count: number;
    readonly latencyMs: number;
  },
): Promise<void> {
  const shows = (wanted: boolean, timeoutMs: number) =>
    waitForPane(handle, {
      timeoutMs: Math.max(timeoutMs, latencyMs * 3),
      check: ({ screen }) => (countOnScreen(screen, marker) > 0) === wanted ? true : null,
    });
  await shows(true, SHOWS_MS);
  await pressBackspace(handle, count);
  if ((await shows(false, GONE_MS)).found !== null) return;
  await pressBackspace(handle, marker.length);
  if ((await shows(false, GONE_MS)).found !== null) return;
  await handle.context.out.warn(
    `${marker} was typed into pane ${handle.pane} to see what became of Enter, and may be left there`,
  );
}

function samePlace(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.index === b.index;
}
