/**
 * Whether a payload that was put into the input newly shows there (contract §4.7 “Echo”).
 *
 * @module
 */

import { type EmptyInput, inputRow, readText, restOf } from "./input_line.ts";
import type { Payload } from "../message/payload.ts";
import { scrolledTail } from "./scrolled_tail.ts";
import {
  cellRange,
  countOnScreen,
  flatten,
  type Fold,
  fold,
  foldStart,
  lastRow,
  type Place,
  type Screen,
} from "./text.ts";

/** What was seen of the payload, and so what to look for when it is submitted. */
export interface Echo {
  /**
   * `whole`: all of it, behind the prompt or newly counted. `tail`: its end, where a box scrolls
   * inside. `stand-in`: something new in the input, where a program shows a placeholder instead.
   */
  readonly kind: "whole" | "tail" | "stand-in";
  /** The text by which the input's holding it is recognised: the payload, its end, the stand-in. */
  readonly token: string;
  readonly how: Fold;
  /** Where the token ends; null when only its count is known. */
  readonly end: Place | null;
}

/** The screens around a payload that is put into an input. */
export interface EchoScreens {
  /** After this attempt's own clear, before the payload was put in. */
  readonly baseline: Screen;
  readonly now: Screen;
  readonly input: EmptyInput;
}

/** Folded length from which a text is known by its count alone. */
const COUNTED_FROM = 8;

/** Folded length from which programs are known to fold a paste into a placeholder. */
const FOLDED_FROM = 140;

/**
 * Looks for the payload.
 *
 * @returns null while it has not appeared
 */
export function findEcho(
  payload: Payload,
  screens: EchoScreens,
): Echo | null {
  // Some line editors show a tab as the key that makes it.
  const spellings = payload.tabbed
    ? [payload.text, payload.text.replaceAll("\t", "^I")]
    : [payload.text];
  for (const text of spellings) {
    const echo = echoOf(text, screens);
    if (echo !== null) return echo;
  }
  return standIn(payload, screens);
}

/** The text itself, or its end. */
function echoOf(text: string, screens: EchoScreens): Echo | null {
  const { baseline, now, input } = screens;
  for (const how of ["strict", "loose"] as const) {
    const whole = fold(text, how);
    if (whole === "") continue;
    const end = endInInput(now, input, { text, how });
    if (end !== null && tabsKept(text, now, end)) return { kind: "whole", token: text, how, end };
    if (newlyCounted(text, screens, how)) {
      const place = lastPlace(now, text, how);
      if (tookAsMode(text, { now, input, how })) return null;
      if (place === null || tabsKept(text, now, place)) {
        return { kind: "whole", token: text, how, end: place };
      }
    }
    const tail = scrolledTail(now, whole, { how, prompt: input.prompt });
    if (tail !== null && countOnScreen(now, tail, how) > countOnScreen(baseline, tail, how)) {
      return { kind: "tail", token: tail, how, end: lastPlace(now, tail, how) };
    }
  }
  return null;
}

/**
 * Whether a text is on the screen more often than before. A short one can come up anywhere, in a
 * notice or a clock, so it must stand where an input begins.
 */
function newlyCounted(
  text: string,
  { baseline, now, input }: EchoScreens,
  how: Fold,
): boolean {
  if (countOnScreen(now, text, how) <= countOnScreen(baseline, text, how)) return false;
  if (fold(text, how).length >= COUNTED_FROM) return true;
  const mark = input.prompt.trimEnd();
  const begun = (screen: Screen) =>
    screen.rows.filter((line, row) =>
      line.startsWith(mark) && readText(screen, { row, index: mark.length }, text, how) !== null
    ).length;
  return begun(now) > begun(baseline);
}

/** Whether the echo still stands as it was seen, to be asked once more before a submit key. */
export function echoStands(echo: Echo, screens: EchoScreens): boolean {
  const { token, how } = echo;
  const { baseline, now, input } = screens;
  if (echo.kind === "whole") {
    return endInInput(now, input, { text: token, how }) !== null ||
      newlyCounted(token, screens, how);
  }
  return countOnScreen(now, token, how) > countOnScreen(baseline, token, how);
}

function endInInput(
  now: Screen,
  input: EmptyInput,
  wanted: { readonly text: string; readonly how: Fold },
): Place | null {
  const row = inputRow(now, input);
  if (row === null) return null;
  return readText(now, { row, index: input.prompt.trimEnd().length }, wanted.text, wanted.how);
}

/**
 * Whether the program took the payload's first character for a switch of its mode, and shows it
 * where its prompt stood: `!` runs the rest as a shell command in several agents, `#` and others do
 * something else with it.
 */
function tookAsMode(
  text: string,
  at: { readonly now: Screen; readonly input: EmptyInput; readonly how: Fold },
): boolean {
  if (!at.input.prompted || !/^[\p{P}\p{S}]/u.test(text)) return false;
  const flat = flatten(at.now.rows, at.how);
  const start = flat.places[flat.text.lastIndexOf(fold(text, at.how))];
  if (start === undefined) return false;
  const before = (at.now.rows[start.row] ?? "").slice(0, start.index);
  return foldStart(before, at.how) === "";
}

/**
 * A placeholder such as `[Pasted text #1 +3 lines]`, or whatever else the input newly shows: taken
 * for the echo only of texts that programs fold.
 */
function standIn(
  payload: Payload,
  { baseline, now, input }: EchoScreens,
): Echo | null {
  if (!payload.multiline && fold(payload.text).length <= FOLDED_FROM) return null;
  const mark = /\[[^\]\n]*\bpaste[^\]\n]*\]/i;
  for (let row = now.rows.length - 1; row >= 0; row--) {
    const token = mark.exec(now.rows[row] ?? "")?.[0];
    if (token !== undefined && countOnScreen(now, token) > countOnScreen(baseline, token)) {
      return { kind: "stand-in", token, how: "strict", end: lastPlace(now, token, "strict") };
    }
  }
  const row = inputRow(now, input) ?? lastRow(now) - input.rowsBelow;
  const raw = (now.rows[row] ?? "").slice(input.prompt.trimEnd().length).trim();
  const rest = restOf(now, row, input);
  if (rest === "" || rest === input.emptyRest) return null;
  if (countOnScreen(now, raw) <= countOnScreen(baseline, raw)) return null;
  // A part is not all of it: drawn row by row, on its way through a box that scrolls, or cut off by
  // a program that can't hold it. A block behind it is a cursor.
  if (fold(payload.text).includes(rest.replaceAll(/[\u2580-\u259f]/g, ""))) return null;
  // Another hint in an empty input: the cursor, which follows the text, did not move.
  if (cursorAtStart(baseline, input.row, input) && cursorAtStart(now, row, input)) return null;
  return { kind: "stand-in", token: raw, how: "strict", end: lastPlace(now, raw, "strict") };
}

/** Whether the cursor stands directly behind the prompt of the input's row. */
function cursorAtStart(screen: Screen, row: number, input: EmptyInput): boolean {
  const { least, most } = cellRange(input.prompt, input.prompt.length);
  return screen.cursor.y === row && screen.cursor.x >= least && screen.cursor.x <= most;
}

/** The place of the last character of the last occurrence. */
function lastPlace(screen: Screen, text: string, how: Fold): Place | null {
  const flat = flatten(screen.rows, how);
  const wanted = fold(text, how);
  const at = flat.text.lastIndexOf(wanted);
  return at < 0 || wanted === "" ? null : flat.places[at + wanted.length - 1] ?? null;
}

/**
 * Whether each tab between two visible characters left a gap. White space is not compared
 * otherwise, and a program that takes a tab as a key (completion) would show none.
 */
function tabsKept(text: string, screen: Screen, end: Place): boolean {
  const line = text.split("\n").at(-1) ?? "";
  if (!/\S\t+\S/.test(line)) return true;
  const [, after = ""] = /.*\S\t+(\S.*)$/u.exec(line) ?? [];
  const row = screen.rows[end.row] ?? "";
  const at = row.lastIndexOf(Array.from(after.trim())[0] ?? "", end.index);
  if (fold(row.slice(0, end.index + 1)).length < fold(line).length) return true;
  return at <= 0 || /\s/.test(row.charAt(at - 1));
}
