/**
 * Pressing Enter and proving that it was taken.
 *
 * Enter is pressed again only on proof that the payload is still in the input: the screen shows it
 * there, a marker that was typed after the key stands behind it, and the program wrote nothing else.
 * A program reads its input in order, so the key is then known to have come to nothing; a screen that
 * is merely late can't fool this, and a second Enter can't submit twice.
 *
 * @module
 */

import { DeliveryError } from "../../core/message/delivery.ts";
import { echoShows } from "../../core/screen/echo.ts";
import type { Marker } from "../../core/screen/marker.ts";
import { mayComplete } from "../../core/message/payload.ts";
import { sameScreen, type Screen } from "../../core/screen/text.ts";
import { inSight, sameInput } from "../../core/screen/submission.ts";
import type { Clock } from "../../ports.ts";
import { ask, feel } from "./ask_by_typing.ts";
import { someoneCame } from "../company.ts";
import { type Look, type PaneHandle, pressEnter } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";
import { lineTaken } from "./line_taken.ts";
import {
  HIDDEN_MS,
  isEmptyAgain,
  rowsSince,
  steadyJudge,
  stillStanding,
  type Submittal,
  watchSubmission,
} from "./submission_watch.ts";

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
/** Milliseconds, times the presses so far, until it is asked whether Enter should be pressed again. */
const PRESS_AGAIN_MS = 1000;
/** Milliseconds until a text that left the input must be seen, or something that came of it. */
const NOWHERE_MS = 2500;
/** How often Enter is pressed at most. */
const PRESSES = 4;
/** Milliseconds that a payload which went after it was asked for may take. */
const LATE_MS = 8000;

/**
 * Submits.
 *
 * @throws {DeliveryError} `not echoed` when the payload vanished before the key, `busy` when a person
 *   typed into it (nothing pressed);
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
    await refuseCompany(handle, submittal, "gone");
    throw new DeliveryError(
      "not echoed",
      "the text vanished from the input before it was submitted",
      { retry: true },
    );
  }
  await refuseCompany(handle, submittal);
  let echoed = standing;
  for (let press = 1; press <= PRESSES; press++) {
    submittal.onPress();
    await pressEnter(handle, press === 1 ? submittal.withFirstEnter : []);
    const outcome = await outcomeOf(handle, submittal, {
      echoed,
      timeoutMs: Math.max(PRESS_AGAIN_MS * press, slow),
    });
    if (outcome === "submitted") return;
    if (outcome === "changed") throw changedText();
    if (outcome === "returned") throw refusedText();
    if (outcome === "unclear") throw unverified(handle);
    await clock.sleep(GUARD_MS * (press + 1));
    if (submittal.recorded()) return;
    const again = await stillStanding(handle, submittal);
    if (submittal.recorded()) return;
    const wrote = again !== null && rowsSince(submittal, { echoed, now: again }).length > 0;
    if (again === null || wrote) {
      // It went after all, late, or a program that has just begun is about to take it: only seeing
      // that will do, and nothing may be typed again.
      const late = await watchSubmission(handle, submittal, { echoed, timeoutMs: LATE_MS });
      if (late.found === "submitted") return;
      throw unverified(
        handle,
        wrote ? "the program did something, and its input holds the text" : undefined,
      );
    }
    echoed = again;
  }
  throw new DeliveryError(
    "not submitted",
    `pane ${handle.pane} ignored Enter ${PRESSES} times`,
  );
}

/** Refuses where a person came to the pane and the input is no longer as the text left it. */
async function refuseCompany(
  handle: PaneHandle,
  submittal: Submittal,
  text: "stands" | "gone" = "stands",
): Promise<void> {
  const { came, screen } = await someoneCame(handle, submittal.aloneAt);
  const { echo, echoed, cleared: { baseline, input } } = submittal;
  if (!came || sameInput(echo, input, { echoed, now: screen })) return;
  if (text === "gone" && !echoShows(echo, { baseline, now: screen, input })) return;
  submittal.onLeave();
  throw new DeliveryError(
    "busy",
    `someone typed in pane ${handle.pane} while the text stood in its input; both are there, and ` +
      "nothing was submitted",
  );
}

/** What became of a press: seen on the screen, or where that does not tell, found out by typing. */
async function outcomeOf(
  handle: PaneHandle,
  submittal: Submittal,
  options: { readonly echoed: Screen; readonly timeoutMs: number },
): Promise<Marker> {
  const { echo, cleared: { baseline, input } } = submittal;
  const { echoed } = options;
  const sight = ({ screen }: Look) => inSight(echo, input, { baseline, echoed, now: screen });
  const seen = await watchSubmission(handle, submittal, options);
  if (seen.found !== null || submittal.recorded()) return "submitted";
  if (await lineTaken(handle, submittal, echoed)) return "submitted";
  let last = seen.look;
  if (isEmptyAgain(submittal, { echoed, now: last.screen })) {
    const late = await watchSubmission(handle, submittal, { echoed, timeoutMs: NOWHERE_MS });
    if (late.found !== null) return late.found;
    if (isEmptyAgain(submittal, { echoed, now: late.look.screen })) throw nowhere(handle);
    last = late.look;
  }
  if (sight(last) === "nothing") {
    const judge = steadyJudge(handle, submittal, echoed);
    const later = await waitForPane(handle, {
      timeoutMs: HIDDEN_MS,
      check: (look, elapsed) => judge(look, elapsed) ?? (sight(look) === "text" ? "back" : null),
    });
    if (later.found === "submitted") return later.found;
    last = later.look;
  }
  if (submittal.recorded()) return "submitted";
  switch (sight(last)) {
    case "nothing":
      return "unclear";
    case "input":
      return await feel(handle, submittal);
    case "text":
      return await ask(handle, submittal, echoed);
  }
}

/** The refusal to say anything of an Enter that was pressed. */
export function unverified(handle: PaneHandle, why?: string, cause?: unknown): DeliveryError {
  return new DeliveryError(
    "unverified",
    `the submit key was pressed in pane ${handle.pane} and its outcome can't be seen` +
      `${why === undefined ? "" : ` (${why})`}; look before repeating`,
    { cause },
  );
}

/** An input that is merely empty again: a text that is dropped looks the same. */
function nowhere({ pane }: PaneHandle): DeliveryError {
  return new DeliveryError(
    "unverified",
    `the text left the input and is seen nowhere in pane ${pane}, nor did a turn begin; look before ` +
      "repeating",
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
