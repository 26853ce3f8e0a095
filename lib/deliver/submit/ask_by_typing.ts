/**
 * Finding out by typing what became of a submit key, where the screen alone does not tell.
 *
 * @module
 */

import {
  freeMarker,
  judgeMarker,
  type Marker,
  standsAlone,
  standsInFront,
} from "../../core/screen/marker.ts";
import { mayHaveEnded } from "../../core/screen/line_taken.ts";
import { FEELER, newlyShown } from "../../core/screen/readiness.ts";
import { countOnScreen, type Place, type Screen } from "../../core/screen/text.ts";
import { typeFeeler } from "../input/feeler.ts";
import { look, type PaneHandle, pressBackspace, typeText } from "../../look/pane_handle.ts";
import { type Waited, waitForPane } from "../../look/poll.ts";
import { lineTaken } from "./line_taken.ts";
import {
  CONFIRM_MS,
  HIDDEN_MS,
  rowsSince,
  steadyJudge,
  type Submittal,
} from "./submission_watch.ts";

/**
 * Milliseconds until a marker that does not show is given up on. A program that is busy may hide its
 * input, and one that was painted before it reads was seen to be deaf for 5 s on a busy machine.
 */
const ASK_MS = 8000;
/** Milliseconds until a marker must show before it is taken out. */
const SHOWS_MS = 3000;
/** How many characters of white space are taken out from between the payload and a marker. */
const MARKER_ROUNDS = 4;
/** Milliseconds that a line editor may work on its line until it is asked by typing. */
const LINE_MS = 5000;

/**
 * Types a marker behind whatever the input holds, sees where it stands, and takes it back. A single
 * `-` goes first, and must be seen: a question that has opened meanwhile never gets a letter.
 */
export async function ask(
  handle: PaneHandle,
  submittal: Submittal,
  echoed: Screen,
): Promise<Marker> {
  const { cleared, echo, payload } = submittal;
  let spacedAt: Place | null = null;
  for (let round = 0; round < MARKER_ROUNDS; round++) {
    const waited = await waitForInput(handle, submittal, echoed);
    if (waited.found !== "input") return waited.found ?? "unclear";
    const felt = await feelBehind(handle, submittal, echoed);
    if (felt !== "shown") return felt;
    // A program that read Enter late has put its terminal back meanwhile: what was shown is the
    // kernel's echo, and so would be a marker's.
    if (await submittal.putBack()) {
      await pressBackspace(handle, FEELER.length);
      if (await lineTaken(handle, submittal, echoed)) return "submitted";
      continue;
    }
    const word = freeMarker(payload, waited.look.screen);
    const marker = FEELER + word;
    await typeText(handle, word);
    let last: { readonly word: Marker; readonly since: number } | null = null;
    const { found } = await waitForPane(handle, {
      timeoutMs: ASK_MS,
      check: (seen, elapsed) => {
        const judged = judgeMarker(echo, cleared.input, {
          now: seen.screen,
          baseline: cleared.baseline,
          marker,
          payload,
        });
        // One capture can be a half-drawn frame: two have to agree.
        if (judged.word !== last?.word) last = { word: judged.word, since: elapsed };
        return judged.word !== "unclear" && elapsed - last.since >= CONFIRM_MS ? judged : null;
      },
    });
    // White space between the payload and the marker is what the key became: take it out too.
    const gone = await takeOut(handle, {
      marker,
      count: marker.length + (found?.word === "spaced" ? 1 : 0),
      latencyMs: cleared.latencyMs,
    });
    if (!gone && found?.word !== "submitted") return "unclear";
    if (found?.word !== "spaced") return found?.word ?? "unclear";
    // Backspace took nothing out, so there was nothing: the marker stood in an empty input.
    if (samePlace(spacedAt, found.at)) return "submitted";
    spacedAt = found.at;
  }
  return "unclear";
}

/**
 * Waits while the cursor stands in rows that are new: it is no input that is shown there, but a turn
 * that hides it, or a question. A line editor that works on its line is given some time as well: one
 * that keeps its terminal shows what is typed meanwhile in the middle of what it writes.
 */
function waitForInput(
  handle: PaneHandle,
  submittal: Submittal,
  echoed: Screen,
): Promise<Waited<"input" | "submitted">> {
  const submitted = steadyJudge(handle, submittal, echoed);
  let since: number | null = null;
  return waitForPane(handle, {
    timeoutMs: HIDDEN_MS,
    check: (seen, elapsed) => {
      const { screen } = seen;
      const elsewhere = rowsSince(submittal, { echoed, now: screen }).includes(screen.cursor.y);
      const works = elapsed < LINE_MS && mayHaveEnded(submittal.echo, { echoed, now: screen });
      since = elsewhere || works ? null : since ?? elapsed;
      const known = submitted(seen, elapsed);
      if (known !== null || since === null) return known;
      // An input that has just come back may show that the text went: that is asked for first.
      return elapsed - since > CONFIRM_MS ? "input" : null;
    },
  });
}

/** Types the `-`, and waits until it is shown, or the payload is seen to have gone. */
async function feelBehind(
  handle: PaneHandle,
  submittal: Submittal,
  echoed: Screen,
): Promise<"shown" | "submitted" | "unclear"> {
  const submitted = steadyJudge(handle, submittal, echoed);
  const { input } = submittal.cleared;
  const felt = await typeFeeler(handle, {
    timeoutMs: ASK_MS,
    instead(seen, elapsed, before) {
      if (standsInFront({ before, now: seen.screen }, input, FEELER)) return "shown";
      // With the `-` on the screen something came below the text that the program did not write.
      const ours = countOnScreen(seen.screen, FEELER) > countOnScreen(before, FEELER);
      return ours ? null : submitted(seen, elapsed);
    },
  });
  const { before } = felt;
  if (felt.place !== null || felt.instead === "shown") return "shown";
  // A program that has just begun its turn may show it late, and a backspace before that finds nothing.
  if (felt.instead !== null) {
    await waitForPane(handle, {
      timeoutMs: SHOWS_MS,
      check: ({ screen }) =>
        newlyShown(before, screen, FEELER).length > 0 ||
          standsInFront({ before, now: screen }, input, FEELER)
          ? true
          : null,
    });
  }
  await pressBackspace(handle, felt.typed);
  return felt.instead ?? "unclear";
}

/**
 * Takes a marker out again, and says so when it can't. It is pressed once: a program that is slow
 * reads it later, and more of the same would take from the payload.
 *
 * @returns whether it was seen to go
 */
async function takeOut(
  handle: PaneHandle,
  { marker, count, latencyMs }: {
    readonly marker: string;
    readonly count: number;
    readonly latencyMs: number;
  },
): Promise<boolean> {
  const shows = (wanted: boolean, timeoutMs: number) =>
    waitForPane(handle, {
      timeoutMs: Math.max(timeoutMs, latencyMs * 3),
      check: ({ screen }) => (countOnScreen(screen, marker) > 0) === wanted ? true : null,
    });
  await shows(true, SHOWS_MS);
  await pressBackspace(handle, count);
  if ((await shows(false, ASK_MS)).found !== null) return true;
  await handle.context.out.warn(
    `${marker} was typed into pane ${handle.pane} to see what became of Enter, and may be left there`,
  );
  return false;
}

function samePlace(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.index === b.index;
}

/**
 * Types a single `-`, which chooses nothing in a menu, where the row with the prompt holds something
 * that may be a placeholder as well as the choice of a question. In an input that is empty it takes
 * the placeholder's place, or pushes it.
 *
 * @returns `submitted` when it stands directly behind the prompt, else `unclear`
 */
export async function feel(
  handle: PaneHandle,
  { cleared }: Submittal,
): Promise<"submitted" | "unclear"> {
  const { input, latencyMs } = cleared;
  const before = (await look(handle)).screen;
  await typeText(handle, FEELER);
  const { found } = await waitForPane(handle, {
    timeoutMs: Math.max(SHOWS_MS, latencyMs * 3),
    check: ({ screen }) =>
      standsAlone(screen, input, FEELER) || standsInFront({ before, now: screen }, input, FEELER)
        ? "submitted"
        : null,
  });
  await pressBackspace(handle, FEELER.length);
  return found ?? "unclear";
}
