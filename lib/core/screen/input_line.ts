/**
 * Where a program's input is on the screen, found by where it shows what was typed.
 *
 * @module
 */

import { FEELER, SENTINEL } from "./readiness.ts";
import {
  flatten,
  type Fold,
  fold,
  foldStart,
  isBlankRow,
  lastRow,
  type Place,
  rowText,
  type Screen,
  withinFrame,
} from "./text.ts";

/** The input, as the sentinel revealed it. */
export interface InputLine {
  /** The text before the input on its first row: frame, prompt, indentation. Untrimmed. */
  readonly prompt: string;
  /** The prompt holds a visible character, so that its row can be found again by it. */
  readonly prompted: boolean;
  /** What directly follows the sentinel without a gap, folded: text right of the cursor. */
  readonly glued: string;
  /** Row on which the sentinel begins. */
  readonly row: number;
}

/** The input and what its row holds when it is empty, from a capture of the cleared input. */
export interface EmptyInput extends InputLine {
  /** Folded text of the row behind the prompt: a placeholder, a side bar, or nothing. */
  readonly emptyRest: string;
  /** Rows that begin with the prompt below the input's own. */
  readonly promptsBelow: number;
  /** Rows from the input to the last row that is not empty. */
  readonly rowsBelow: number;
}

/** Prompt characters of shells and agent programs. */
const GLYPHS = /^[>❯›»❱▶▸⏵➜→λ⟩$%#:*•·✻✦✧]+$/u;

/**
 * Finds the sentinel that was just typed.
 *
 * @param options `feeler`: it was typed behind one, which is no part of the prompt
 * @param before the screen before it was typed: an older occurrence (in a transcript) is passed over
 * @returns null when it is not on the screen
 */
export function findSentinel(
  before: Screen,
  after: Screen,
  options: { readonly feeler?: boolean } = {},
): InputLine | null {
  const flat = flatten(after.rows);
  let found: { start: Place; end: Place; next: Place | undefined } | null = null;
  for (
    let at = flat.text.indexOf(SENTINEL);
    at >= 0;
    at = flat.text.indexOf(SENTINEL, at + 1)
  ) {
    const start = flat.places[at];
    const end = flat.places[at + SENTINEL.length - 1];
    if (start === undefined || end === undefined) break;
    const old = before.rows[start.row] ?? "";
    if (!old.startsWith(SENTINEL.slice(0, 4), start.index)) {
      found = { start, end, next: flat.places[at + SENTINEL.length] };
    }
  }
  if (found === null) return null;
  const row = after.rows[found.start.row] ?? "";
  const typed = row.slice(0, found.start.index);
  const prompt = options.feeler === true && typed.endsWith(FEELER)
    ? typed.slice(0, -FEELER.length)
    : typed;
  const endRow = after.rows[found.end.row] ?? "";
  const tail = endRow.slice(found.end.index + 1);
  const side = /^\s*\|/.test(endRow) ? tail.replace(/\|\s*$/, "") : tail;
  const glued = /^[^\s\u2500-\u259f]+/.exec(side)?.[0] ?? "";
  return { prompt, prompted: foldStart(prompt) !== "", glued, row: found.start.row };
}

/**
 * The input as the feeler alone revealed it, for a box so small that the sentinel scrolls in it:
 * then its end, at the beginning of a row, is all that can be seen.
 *
 * @param feeler where the feeler stood before the sentinel was typed
 * @returns null when the sentinel's end is not on the screen either
 */
export function findScrolledSentinel(
  screens: { readonly before: Screen; readonly withFeeler: Screen; readonly after: Screen },
  feeler: Place,
): InputLine | null {
  const { before, withFeeler, after } = screens;
  if (rowsOfItsEnd(after) <= rowsOfItsEnd(before)) return null;
  const prompt = (withFeeler.rows[feeler.row] ?? "").slice(0, feeler.index);
  return { prompt, prompted: foldStart(prompt) !== "", glued: "", row: feeler.row };
}

/** How many rows hold an end of the sentinel and nothing else. */
export function rowsOfItsEnd(screen: Screen): number {
  return screen.rows.filter((_, row) => {
    const text = rowText(screen.rows, row);
    return text.length > 1 && SENTINEL.endsWith(text);
  }).length;
}

/**
 * Whether what stands around the sentinel can only be the program's own prompt: prompt characters
 * without a gap. False means "perhaps a person's text": a prompt made of words looks like one, and
 * a person may have typed prompt characters, so it must be tried out.
 */
export function isBarePrompt(line: InputLine): boolean {
  const shown = line.prompt.replace(/^\s*\|/, "").replace(/^[\s\u2500-\u259f]+/, "").trimEnd();
  return line.glued === "" && GLYPHS.test(shown);
}

/** Completes what is known of the input from a capture in which it is empty. */
export function emptyInput(line: InputLine, cleared: Screen): EmptyInput {
  const mark = line.prompt.trimEnd();
  const rows = promptRows(cleared, mark);
  // The box may have shrunk when the sentinel was taken back, so the row is looked for again.
  const own = line.prompted ? nearest(rows, line.row) : line.row;
  const row = own ?? line.row;
  return {
    ...line,
    row,
    emptyRest: fold((cleared.rows[row] ?? "").slice(line.prompt.length)),
    promptsBelow: rows.filter((other) => other > row).length,
    rowsBelow: Math.max(0, lastRow(cleared) - row),
  };
}

/** The input's first row in a later capture, null when its prompt is not on the screen. */
export function inputRow(screen: Screen, input: EmptyInput): number | null {
  if (input.prompted) {
    const rows = promptRows(screen, input.prompt.trimEnd());
    return rows.at(-1 - input.promptsBelow) ?? null;
  }
  return null;
}

/** The folded text of a row behind the prompt. */
export function restOf(
  screen: Screen,
  row: number,
  input: EmptyInput,
  how: Fold = "strict",
): string {
  return fold((screen.rows[row] ?? "").slice(input.prompt.trimEnd().length), how);
}

/**
 * Reads a text from the input's first row on, row by row, as a box wraps it. What follows the text
 * on a row (a frame, a side bar) is passed over, blank rows and continuation marks as well.
 *
 * @param from the row, and how many units of it to skip (the prompt)
 * @param beside whether what follows a part of the text on its row may stand there; by default
 *   anything may
 * @returns the place of the text's last character, null when it does not stand there whole
 */
export function readText(
  screen: Screen,
  from: Place,
  needle: string,
  how: Fold = "strict",
  beside: Beside | null = null,
): Place | null {
  return readPlaces(screen, from, needle, how, beside)?.at(-1) ?? null;
}

/** As {@linkcode readText}: the place of each unit of the text. */
export function readPlaces(
  screen: Screen,
  from: Place,
  needle: string,
  how: Fold,
  beside: Beside | null,
): readonly Place[] | null {
  const wanted = fold(needle, how);
  return wanted === "" ? null : readOn(screen, from, { wanted, how, first: true, beside });
}

/** Whether what stands behind a part of the text on its row is no part of the input. */
export type Beside = (after: string) => boolean;

/** Reads what is left of a text, from a row on. */
function readOn(
  screen: Screen,
  from: Place,
  left: {
    readonly wanted: string;
    readonly how: Fold;
    readonly first: boolean;
    readonly beside: Beside | null;
  },
): readonly Place[] | null {
  const { wanted, how, first, beside } = left;
  let { row } = from;
  while (!first && row < screen.rows.length && isEmptyRow(screen, row)) row++;
  const frame = withinFrame(screen.rows, row);
  const start = Math.max(from.index, frame.from);
  const line = (screen.rows[row] ?? "").slice(start, frame.to);
  const flat = flatten([line], how);
  const mark = first ? 0 : /^[^\p{L}\p{N}]{0,3}/u.exec(flat.text)?.[0].length ?? 0;
  let offset = 0;
  while (offset < mark && flat.text[offset] !== wanted[0]) offset++;
  // A mark of the program's own stands apart.
  const begin = flat.places[offset]?.index ?? 0;
  if (beside !== null && offset > 0 && !/[\s\u2500-\u259f]/.test(line.charAt(begin - 1))) {
    return null;
  }
  const matched = commonPrefix(flat.text.slice(offset), wanted);
  // What stands beside the input may look like the text going on, so less is tried as well.
  for (let length = matched; length > 0; length--) {
    const last = flat.places[offset + length - 1]?.index ?? 0;
    const behind = flat.places[offset + length]?.index ?? line.length;
    if (length < matched && !/\s{2}|[\u2500-\u259f]/.test(line.slice(last + 1, behind))) continue;
    const places = flat.places.slice(offset, offset + length)
      .map(({ index }) => ({ row, index: start + index }));
    if (length === wanted.length) return places;
    if (length < 4 && flat.text.length > offset + length) continue;
    const char = String.fromCodePoint(line.codePointAt(last) ?? 32);
    if (beside?.(line.slice(last + char.length)) === false) continue;
    const rest = wanted.slice(length);
    const next = { wanted: rest, how, first: false, beside };
    const others = readOn(screen, { row: row + 1, index: 0 }, next);
    if (others !== null) return [...places, ...others];
  }
  return null;
}

function isEmptyRow(screen: Screen, row: number): boolean {
  return isBlankRow(screen.rows[row] ?? "") || rowText(screen.rows, row) === "";
}

/** Rows that begin with the prompt. */
function promptRows(screen: Screen, mark: string): number[] {
  const rows: number[] = [];
  screen.rows.forEach((row, index) => {
    if (row.startsWith(mark)) rows.push(index);
  });
  return rows;
}

function nearest(rows: readonly number[], row: number): number | undefined {
  let best: number | undefined;
  for (const other of rows) {
    if (best === undefined || Math.abs(other - row) <= Math.abs(best - row)) best = other;
  }
  return best;
}

/** How many units two texts have in common at their beginnings. */
function commonPrefix(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}
