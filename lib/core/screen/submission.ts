/**
 * Whether a submit key was taken: the input no longer holds the payload (contract §4.7
 * “Submitted”). That the screen changed proves nothing: a popup can take the key, a paste detector
 * can make a line break of it, a clock can tick.
 *
 * @module
 */

import { type Echo, echoShows } from "./echo.ts";
import { type EmptyInput, inputRow, readText, restOf } from "./input_line.ts";
import { scrolledTail } from "./scrolled_tail.ts";
import {
  cellRange,
  countOnScreen,
  flatten,
  fold,
  isBlankScreen,
  type Place,
  type Screen,
} from "./text.ts";

/**
 * `submitted`: the input is empty or the text stands elsewhere. `held`: the input still shows it.
 * `changed`: the input shows something else that grew out of it (a completion). `hidden`: neither the
 * prompt nor the text is on the screen: a turn that hides its input, or a question over it.
 * `unclear`: the screen does not tell.
 */
export type Submission = "submitted" | "held" | "changed" | "hidden" | "unclear";

/** The screens around a submit key. */
export interface SubmitScreens {
  /** The cleared input. */
  readonly baseline: Screen;
  /** Just before the key. */
  readonly echoed: Screen;
  readonly now: Screen;
}

/** Judges one capture after a submit key. One capture can be a half-drawn frame: ask for two. */
export function judgeSubmission(
  echo: Echo,
  input: EmptyInput,
  screens: SubmitScreens,
): Submission {
  const { baseline, now, echoed } = screens;
  if (isBlankScreen(now)) return "unclear";
  const row = inputRow(now, input);
  if (row === null) return withoutPrompt(echo, input, screens);

  const rest = restOf(now, row, input, echo.how);
  const emptyRest = fold(input.emptyRest, echo.how);
  if (rest === "" || rest === emptyRest) return "submitted";
  const from = { row, index: input.prompt.trimEnd().length };
  const end = readText(now, from, echo.token, echo.how) ??
    (echo.kind === "whole" ? null : tokenFrom(now, echo, row));
  const shown = countOnScreen(now, echo.token, echo.how);
  if (end !== null) {
    const after = fold((now.rows[end.row] ?? "").slice(end.index + 1), echo.how);
    if (echo.kind === "whole" && after !== "" && !emptyRest.endsWith(after)) return "changed";
    // Shown twice: taken over, and not cleared away yet. Another Enter could send it again.
    if (shown > countOnScreen(echoed, echo.token, echo.how)) return "unclear";
    return wentBelow(echoed, now, { echo, end }) ? "submitted" : "held";
  }
  if (grewOutOf(rest, fold(echo.token, echo.how))) return "changed";
  // Something else is in the input: a new placeholder if the text stands elsewhere now, which can't
  // be told of one that any notice may hold.
  return isKnown(echo) && shown > countOnScreen(baseline, echo.token, echo.how)
    ? "submitted"
    : "unclear";
}

/**
 * What is to be seen where a capture proves nothing. `text`: the payload, or what grew out of it,
 * stands in the input, or may. `input`: the row with the prompt holds something else: a placeholder,
 * or the choice of a question that is marked as the prompt is. `nothing`: no prompt and no payload.
 */
export function inSight(
  echo: Echo,
  input: EmptyInput,
  screens: SubmitScreens,
): "text" | "input" | "nothing" {
  const word = judgeSubmission(echo, input, screens);
  // Without a prompt there is no telling an input from anything else.
  if (!input.prompted || word === "held" || word === "changed") return "text";
  const { baseline, now } = screens;
  const row = inputRow(now, input);
  // A few characters are found in any question.
  if (row === null && !isKnown(echo)) return "nothing";
  if (echoShows(echo, { baseline, now, input })) return "text";
  return row === null ? "nothing" : "input";
}

/**
 * Whether the rows in which the text ends are the same as when it was echoed, whatever stands in
 * others: nobody typed behind it.
 */
export function sameInput(
  echo: Echo,
  input: EmptyInput,
  screens: Pick<SubmitScreens, "echoed" | "now">,
): boolean {
  const rowsOf = (screen: Screen) => {
    const first = inputRow(screen, input);
    const last = placeOf(screen, echo)?.row ?? null;
    return last === null ? null : screen.rows.slice(first ?? last, last + 2);
  };
  const old = rowsOf(screens.echoed);
  const now = rowsOf(screens.now);
  return old !== null && now !== null && old.join("\n") === now.join("\n");
}

/** Folded characters that are enough to know the payload by. */
export const KNOWN_BY = 6;

function isKnown({ token, how }: Echo): boolean {
  return fold(token, how).length >= KNOWN_BY;
}

/**
 * Where a text whose last character is a backslash newly ends without it: several programs make a
 * line break of a backslash and Enter. Null for any other text, and where it does not stand so.
 */
export function withoutBackslash(
  echo: Echo,
  at: { readonly now: Screen; readonly baseline: Screen },
): Place | null {
  const token = fold(echo.token, echo.how);
  if (!token.endsWith("\\") || token.length < 2) return null;
  const cut = token.slice(0, -1);
  const known = countOnScreen(at.baseline, cut, echo.how);
  if (countOnScreen(at.now, cut, echo.how) <= known) return null;
  return placeOf(at.now, { ...echo, token: cut });
}

/** Whether a prompt-less input, or one whose prompt went, still shows the text. */
function withoutPrompt(echo: Echo, input: EmptyInput, screens: SubmitScreens): Submission {
  const { baseline, echoed, now } = screens;
  const count = countOnScreen(now, echo.token, echo.how);
  if (input.prompted) {
    // A box that scrolled inside showed no prompt before the key either: that tells nothing.
    if (inputRow(echoed, input) === null) return "unclear";
    // A small box may have scrolled the beginning away: its end still standing is no proof either.
    const { how } = echo;
    const tail = scrolledTail(now, fold(echo.token, how), { how, prompt: input.prompt });
    if (tail !== null && countOnScreen(now, tail, how) > countOnScreen(baseline, tail, how)) {
      return "unclear";
    }
    if (!isKnown(echo) || count <= countOnScreen(baseline, echo.token, how)) return "hidden";
    // The prompt is gone: a busy program that hides its input, or scrolled far away.
    return count > countOnScreen(echoed, echo.token, echo.how) || moved(echo, input, now)
      ? "submitted"
      : "unclear";
  }
  if (count <= countOnScreen(baseline, echo.token, echo.how)) {
    const changed = withoutBackslash(echo, { now, baseline }) !== null || halfStands(echo, screens);
    return changed ? "unclear" : "submitted";
  }
  // Shown twice: as it was typed, and as the program has it now, or as a completion offers it.
  if (count > countOnScreen(echoed, echo.token, echo.how)) {
    return stillInPlace(echo, { echoed, now }) ? "unclear" : "submitted";
  }
  const end = placeOf(now, echo);
  if (end === null) return "unclear";
  return wentBelow(echoed, now, { echo, end }) ? "submitted" : "held";
}

/** Whether the text's first half newly stands somewhere: a completion may have changed the rest. */
function halfStands({ token, how }: Echo, { baseline, now }: SubmitScreens): boolean {
  const all = Array.from(fold(token, how));
  const half = all.slice(0, Math.ceil(all.length / 2)).join("");
  return all.length >= KNOWN_BY &&
    countOnScreen(now, half, how) > countOnScreen(baseline, half, how);
}

/** Whether the text still stands where it stood before the key, or the cursor behind it. */
function stillInPlace(
  echo: Echo,
  { echoed, now }: { readonly echoed: Screen; readonly now: Screen },
): boolean {
  const old = placeOf(echoed, echo);
  return endsOf(now, echo).some((end) =>
    cursorBehind(now, end) || (end.row === old?.row && end.index === old.index)
  );
}

/** Whether the text now stands behind something else than the prompt. */
function moved(echo: Echo, input: EmptyInput, now: Screen): boolean {
  const flat = flatten(now.rows, echo.how);
  const token = fold(echo.token, echo.how);
  const at = flat.text.lastIndexOf(token);
  const place = flat.places[at];
  if (at < 0 || place === undefined) return false;
  return !(now.rows[place.row] ?? "").slice(0, place.index).startsWith(input.prompt.trimEnd());
}

/**
 * Whether the cursor left the text, which it stood behind, for the rows below, and something was
 * written in between. A line editor that prompts again only when it is done leaves the text where it
 * was typed. A popup or a notice below the cursor is no proof, nor is a row that the cursor stands
 * in: where Enter begins a new line of the same input, some mark it with a prompt of its own.
 */
function wentBelow(
  echoed: Screen,
  now: Screen,
  at: { readonly echo: Echo; readonly end: Place },
): boolean {
  const old = placeOf(echoed, at.echo);
  const written = (row: string) => /[\p{L}\p{N}]/u.test(row);
  return old !== null && cursorBehind(echoed, old) &&
    now.rows.slice(at.end.row + 1, Math.max(0, now.cursor.y)).some(written);
}

/** Whether the cursor stands directly behind a place, as it does while a text is being edited. */
export function cursorBehind(screen: Screen, end: Place): boolean {
  if (screen.cursor.y !== end.row) return false;
  const { least, most } = cellRange(screen.rows[end.row] ?? "", end.index);
  return screen.cursor.x > least && screen.cursor.x <= most + 2;
}

/** Where the token's last occurrence ends. */
export function placeOf(screen: Screen, echo: Echo): Place | null {
  return endsOf(screen, echo).at(-1) ?? null;
}

/** Where each occurrence of the token ends. */
function endsOf(screen: Screen, echo: Echo): readonly Place[] {
  const flat = flatten(screen.rows, echo.how);
  const token = fold(echo.token, echo.how);
  const ends: Place[] = [];
  if (token === "") return ends;
  for (let at = flat.text.indexOf(token); at >= 0; at = flat.text.indexOf(token, at + 1)) {
    const place = flat.places[at + token.length - 1];
    if (place !== undefined) ends.push(place);
  }
  return ends;
}

function tokenFrom(screen: Screen, echo: Echo, row: number): Place | null {
  const place = placeOf(screen, echo);
  return place !== null && place.row >= row ? place : null;
}

/** Whether a text begins as the payload does, far enough not to be chance. */
export function grewOutOf(rest: string, token: string): boolean {
  const enough = Math.min(token.length, Math.max(3, Math.ceil(token.length / 2)));
  let same = 0;
  while (same < token.length && same < rest.length && token[same] === rest[same]) same++;
  return same >= enough && same > 0;
}
