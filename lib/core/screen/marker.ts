/**
 * What is typed after a submit key, where the screen alone does not tell what became of it: a marker,
 * or a single character.
 *
 * @module
 */

import type { Echo } from "./echo.ts";
import { type EmptyInput, inputRow, restOf } from "./input_line.ts";
import {
  cellRange,
  countOnScreen,
  flatten,
  fold,
  foldStart,
  type Place,
  type Screen,
} from "./text.ts";
import { grewOutOf, KNOWN_BY, withoutBackslash } from "./submission.ts";

/** What a marker that was typed after a submit key tells. */
export type Marker = "held" | "spaced" | "returned" | "submitted" | "changed" | "unclear";

const MARKERS = ["=FAB=", "+FAB+", "_FAB_", "=FAB=FAB="] as const;

/** A short word that is neither in the payload nor on the screen. */
export function freeMarker(payload: string, screen: Screen): string {
  const free = MARKERS.find((word) => !payload.includes(word) && countOnScreen(screen, word) === 0);
  return free ?? MARKERS[0].repeat(2);
}

/**
 * Where a marker that was typed after a submit key stands. Input is read in order, so this proves
 * what became of the key: directly behind the payload, it was swallowed; behind white space that
 * follows it, it became that; in front of it, the program put back what it refused; behind a text
 * that grew out of it, the input was changed; in an empty input, taken. Any other text in the input
 * tells nothing: the payload may have gone before it came.
 */
export function judgeMarker(
  echo: Echo,
  input: EmptyInput,
  at: {
    readonly now: Screen;
    readonly baseline: Screen;
    readonly marker: string;
    readonly payload: string;
  },
): { readonly word: Marker; readonly at: Place | null } {
  const { now } = at;
  const flat = flatten(now.rows, echo.how);
  const index = flat.text.lastIndexOf(fold(at.marker, echo.how));
  const start = index < 0 ? undefined : flat.places[index];
  if (start === undefined) return { word: "unclear", at: null };
  const before = (now.rows[start.row] ?? "").slice(0, start.index);
  const token = fold(echo.token, echo.how);
  // A small box may have scrolled the beginning away, so the end is what counts.
  const end = token.slice(-KNOWN_BY);
  if (end !== "" && flat.text.slice(0, index).endsWith(end)) {
    const last = flat.places[index - 1];
    const wrapped = last !== undefined && start.row === last.row + 1 && endsAtEdge(now, last);
    // White space and frames at the payload's own end are no sign.
    const own = /[\s\u2500-\u257f]*$/.exec(at.payload)?.[0] ?? "";
    const gap = last === undefined ? "" : before.slice(last.index + 1);
    const glued = last !== undefined && last.row === start.row &&
      (gap === "" || (own !== "" && gap.length <= own.length));
    return { word: glued || wrapped ? "held" : "spaced", at: start };
  }
  const broken = input.prompted ? null : withoutBackslash(echo, at);
  if (broken !== null && broken.row + 1 === start.row) return { word: "changed", at: start };
  if (foldStart(before, echo.how) === foldStart(input.prompt, echo.how)) {
    const after = flat.text.slice(index + fold(at.marker, echo.how).length);
    const returned = token !== "" && after.startsWith(token.slice(0, 2 * KNOWN_BY));
    return { word: returned ? "returned" : "submitted", at: start };
  }
  const mark = input.prompt.trimEnd();
  const grew = input.prompted && before.startsWith(mark) &&
    grewOutOf(fold(before.slice(mark.length), echo.how), token);
  const changed = grew ||
    cutShort(echo, input, { now, baseline: at.baseline, row: start.row });
  return { word: changed ? "changed" : "unclear", at: start };
}

/**
 * Whether the input's first row holds a beginning of the text, which is whole nowhere on the screen,
 * and the marker stands below it: the key took a character out and began a new line.
 */
function cutShort(
  echo: Echo,
  input: EmptyInput,
  at: { readonly now: Screen; readonly baseline: Screen; readonly row: number },
): boolean {
  const row = inputRow(at.now, input);
  if (row === null || row >= at.row) return false;
  const { token, how } = echo;
  if (countOnScreen(at.now, token, how) > countOnScreen(at.baseline, token, how)) return false;
  return grewOutOf(restOf(at.now, row, input, how), fold(token, how));
}

/** Whether a character that was typed stands directly behind the prompt: the input was empty. */
export function standsAlone(screen: Screen, input: EmptyInput, char: string): boolean {
  const row = inputRow(screen, input);
  if (row === null) return false;
  const rest = restOf(screen, row, input);
  return rest === char || rest === char + input.emptyRest;
}

/**
 * Whether a character that was typed stands in front of what the input held before, of which the end
 * may have gone to the next row.
 */
export function standsInFront(
  screens: { readonly before: Screen; readonly now: Screen },
  input: EmptyInput,
  char: string,
): boolean {
  const rest = (screen: Screen) => {
    const row = inputRow(screen, input);
    return row === null ? null : restOf(screen, row, input);
  };
  const old = rest(screens.before);
  const now = rest(screens.now);
  if (old === null || now === null) return false;
  return now === char + old || (now.length > char.length && (char + old).startsWith(now));
}

/** Whether a character is the last that fits its row, so that what follows it must wrap. */
function endsAtEdge(screen: Screen, last: Place): boolean {
  const line = screen.rows[last.row] ?? "";
  const frame = /[\u2500-\u257f]\s*$/.exec(line)?.index;
  const edge = frame === undefined ? screen.width : cellRange(line, frame).least;
  return edge - cellRange(line, last.index).most <= 4;
}
