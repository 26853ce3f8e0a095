/**
 * Finding out whether the input is empty, trying a doubtful prompt out, and clearing it.
 *
 * @module
 */

import { DeliveryError } from "../../core/message/delivery.ts";
import { draftText, pushedText, removedByBackspace } from "../../core/screen/draft.ts";
import {
  type EmptyInput,
  emptyInput,
  findSentinel,
  type InputLine,
  isBarePrompt,
} from "../../core/screen/input_line.ts";
import { SENTINEL } from "../../core/screen/readiness.ts";
import { countOnScreen, isBlankRow, sameScreen, type Screen } from "../../core/screen/text.ts";
import {
  look,
  type PaneHandle,
  pasteText,
  pressBackspace,
  pressClearLine,
  pressEnd,
  settledLook,
  typeText,
} from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";
import { type Probe, takeBack, typeSentinel } from "./probe.ts";

/** An input that is proven empty, with a capture of it. */
export interface Cleared {
  readonly input: EmptyInput;
  readonly baseline: Screen;
  /** The longest echo so far, in milliseconds. */
  readonly latencyMs: number;
}

/** `C-u` clears one visual row in some programs, everything in others, nothing in a few. */
const CLEAR_ROUNDS = 12;
const BACKSPACES = 200;
const BACKSPACE_ROUNDS = 40;
/** Milliseconds after which no further round is begun. */
const CLEAR_MS = 30_000;

/** Backspaces in an empty input, against what it may hold and not show. */
const UNSEEN = 30;

/** What a person's text in the input was found to be. */
export interface Draft {
  readonly text: string;
  /** It stands again as it was. */
  readonly restored: boolean;
}

/**
 * With the sentinel in the input, tells whether a person's text is there as well. A prompt of words
 * looks like one, so one more backspace is pressed and undone.
 *
 * @returns the draft, put back, or null when the input is empty; the sentinel is in the input again
 *   when it is null
 */
export async function findDraft(
  handle: PaneHandle,
  probe: Probe,
): Promise<{ readonly draft: Draft | null; readonly probe: Probe }> {
  const line = probe.line;
  if (line !== null && pushedText(probe, line, probe.typed)) {
    const { gone } = await takeBack(handle, probe);
    return { draft: { text: draftText(probe.before, line), restored: gone }, probe };
  }
  if (line === null || isBarePrompt(line)) return { draft: null, probe };
  // The sentinel of a full row began in the next one.
  const rows = [line.row, line.row - 1].map((row) => probe.before.rows[row] ?? "");
  const shown = rows.find((row) => !isBlankRow(row)) ?? "";
  handle.ledger.undo = async () => {
    const { screen } = await settledLook(handle);
    if (screen.rows.includes(shown)) return;
    await putBack(
      handle,
      removedByBackspace({ before: line, after: null }, { before: probe.before, after: screen }),
    );
  };
  const found = await tryDraft(handle, { probe, line, shown }).catch((error) => {
    // Nothing was missing.
    if (error instanceof DeliveryError) handle.ledger.undo = null;
    throw error;
  });
  handle.ledger.undo = null;
  return found;
}

/** Presses the one backspace more, and undoes it. */
async function tryDraft(
  handle: PaneHandle,
  { probe, line, shown }: {
    readonly probe: Probe;
    readonly line: InputLine;
    /** The row in which the input ends, as it was. */
    readonly shown: string;
  },
): Promise<{ readonly draft: Draft | null; readonly probe: Probe }> {
  await takeBack(handle, probe, 1);
  await typeText(handle, SENTINEL);
  const again = await waitForPane(handle, {
    timeoutMs: Math.max(3000, probe.latencyMs * 3),
    check: ({ screen }) =>
      countOnScreen(screen, SENTINEL) > countOnScreen(probe.before, SENTINEL)
        ? findSentinel(probe.before, screen)
        : null,
  });
  const second: Probe = { ...probe, line: again.found ?? line, typed: SENTINEL.length };
  const same = again.found !== null && line.glued === "" &&
    again.found.prompt === line.prompt && again.found.row === line.row;
  if (same) return { draft: null, probe: second };
  await takeBack(handle, second);
  const timeoutMs = Math.max(1500, probe.latencyMs * 3);
  const { found } = await waitForPane(handle, {
    timeoutMs,
    check: ({ screen }) => {
      const removed = removedByBackspace(
        { before: line, after: again.found },
        { before: probe.before, after: screen },
      );
      return removed !== null || screen.rows.includes(shown) ? { removed } : null;
    },
  });
  const removed = found?.removed ?? null;
  // Not seen a second time and nothing missing: no draft is known of, but no empty input either.
  if (removed === null && line.glued === "") {
    throw new DeliveryError("not ready", "the input can't be told apart on this screen", {
      retry: true,
    });
  }
  await putBack(handle, removed);
  const back = await waitForPane(handle, {
    timeoutMs,
    check: ({ screen }) => screen.rows.includes(shown) ? true : null,
  });
  const draft = { text: draftText(probe.before, line), restored: back.found !== null };
  return { draft, probe: second };
}

/** Types what a backspace removed; a line feed goes as a paste, which does not submit. */
async function putBack(handle: PaneHandle, removed: string | null): Promise<void> {
  if (removed === "\n") await pasteText(handle, removed);
  else if (removed !== null) await typeText(handle, removed);
  // It is not the probe's.
  handle.ledger.text = "";
}

/** Takes the sentinel back and makes the capture that the payload's echo is compared with. */
export async function toBaseline(
  handle: PaneHandle,
  probe: Probe,
  extra = 0,
): Promise<Cleared> {
  const { gone, screen } = await takeBack(handle, probe, extra);
  if (!gone || probe.line === null) {
    throw new DeliveryError("not ready", "the readiness probe could not be taken back", {
      retry: true,
    });
  }
  // Backspaces that were read at once are text that is not shown.
  if (handle.ledger.backspaces === "one by one") await pressBackspace(handle, UNSEEN);
  return { input: emptyInput(probe.line, screen), baseline: screen, latencyMs: probe.latencyMs };
}

/**
 * Clears the input until nothing is left, bounded: `C-u` while it changes something, then
 * backspaces, each time proven with the sentinel.
 *
 * @returns the probe whose sentinel stands alone in the input
 * @throws {DeliveryError} `not ready` when something is left after all.
 */
export async function clearInput(handle: PaneHandle, latencyMs: number): Promise<Probe> {
  await pressEnd(handle);
  const settleMs = Math.min(2000, Math.max(80, latencyMs * 2));
  // A program that takes each read for one key may take this one for a letter.
  const rounds = handle.ledger.backspaces === "one by one" ? 0 : CLEAR_ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const before = (await look(handle)).screen;
    await pressClearLine(handle);
    const changed = await waitForPane(handle, {
      timeoutMs: settleMs,
      check: ({ screen }) => sameScreen(before, screen) ? null : true,
    });
    if (changed.found === null) break;
  }
  const end = handle.context.clock.monotonic() + CLEAR_MS;
  for (let round = 0; round < BACKSPACE_ROUNDS; round++) {
    const probe = await typeSentinel(handle);
    if (probe.line === null) {
      await takeBack(handle, probe);
      break;
    }
    if (isBarePrompt(probe.line)) return probe;
    const before = probe.line;
    // What takes nothing back takes nothing out either.
    if (!(await takeBack(handle, probe, 1)).gone) break;
    await typeText(handle, SENTINEL);
    const again = await waitForPane(handle, {
      timeoutMs: Math.max(3000, latencyMs * 3),
      check: ({ screen }) => findSentinel(probe.before, screen),
    });
    if (again.found === null) break;
    const second: Probe = { ...probe, line: again.found, typed: SENTINEL.length };
    if (again.found.prompt === before.prompt && before.glued === "") return second;
    await takeBack(handle, second);
    if (handle.context.clock.monotonic() >= end) break;
    await pressBackspace(handle, BACKSPACES);
  }
  throw new DeliveryError(
    "not ready",
    "the input could not be cleared; text may be left in it",
  );
}
