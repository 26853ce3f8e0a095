/**
 * Whether what stands at the cursor is a question or a choice, where a key is an answer and nothing
 * may be typed (contract §4.6). Judged by forms that any program uses, never by an agent's name.
 *
 * What stands elsewhere is passed over: transcripts are full of questions. A visible cursor tells where
 * input goes. Where it is hidden, the last rows count, down to the first that is an input.
 *
 * @module
 */

import { asksForKey, asksForYes } from "./asking.ts";
import { bareRow, isAnswerRow, isChosen, isNumbered, isRadio } from "./choices.ts";
import { cellOf, isBlankRow, type Screen } from "./text.ts";

/** Rows that are looked at from the bottom where the cursor is hidden. */
const LAST_ROWS = 24;
/** Empty rows between a question and the cursor below it. */
const GAP = 2;

/** A row that begins as an input does. */
const INPUT = /^[>❯›»❱▸⏵➜→λ⟩$%#:!]+(?:\s|$)/u;
/** A whole row of a frame. */
const RULE = /^\s*[\u2500-\u259f+=-][\s\u2500-\u259f+=-]{6,}$/;

/**
 * The question that stands at the cursor, as one row of text; null when there is none.
 *
 * @param cursorShown whether the terminal's cursor is visible; null when that isn't known
 */
export function questionAt(screen: Screen, cursorShown: boolean | null): string | null {
  const { rows, cursor } = screen;
  const own = bareRow(rows[cursor.y] ?? "");
  if (own !== "" && cursorShown !== false) return atCursor(screen);
  return cursorShown === true ? aboveCursor(screen) : inLastRows(screen);
}

/** With text in the cursor's row: that row, and no other. */
function atCursor(screen: Screen): string | null {
  const { rows, cursor: { x, y } } = screen;
  const row = rows[y] ?? "";
  if (isChosen(rows, y) || isRadio(rows, y)) return bareRow(row);
  if (isAnswerRow(row)) return bareRow(row);
  // A program may leave its cursor behind the last of them.
  if (isNumbered(row)) {
    const chosen = listAbove(rows, y);
    if (chosen !== null) return chosen;
  }
  const before = beforeCursor(row, x);
  if (bareRow(row.slice(before.length)) === "" && isInput(rows, y)) return null;
  const line = bareRow(wrapped(screen, y) + before);
  const whole = bareRow(wrapped(screen, y) + row);
  return asksForKey(line) || asksForYes(line) || asksForKey(whole) ? whole : null;
}

/** With the cursor at an empty row: the text right above it. */
function aboveCursor({ rows, cursor }: Screen): string | null {
  for (let row = cursor.y - 1; row >= 0 && row >= cursor.y - GAP - 1; row--) {
    const text = rows[row] ?? "";
    if (text.trim() === "") continue;
    // Within a frame an empty row is a field.
    if (bareRow(text) === "") return null;
    return isQuestion(rows, row) ? bareRow(text) : listAbove(rows, row);
  }
  return null;
}

/** The marked choice of a list that ends in this row. */
function listAbove(rows: readonly string[], end: number): string | null {
  for (let row = end; row >= 0 && bareRow(rows[row] ?? "") !== ""; row--) {
    if (isChosen(rows, row) || isRadio(rows, row)) return bareRow(rows[row] ?? "");
    if (isInput(rows, row)) return null;
  }
  return null;
}

/** With a hidden cursor: the last rows, as far as no input is among them. */
function inLastRows({ rows }: Screen): string | null {
  const last = rows.findLastIndex((row) => bareRow(row) !== "");
  for (let row = last; row >= 0 && row > last - LAST_ROWS; row--) {
    if (isField(rows, row)) return null;
    if (bareRow(rows[row] ?? "") === "") continue;
    if (isQuestion(rows, row)) return bareRow(rows[row] ?? "");
    if (isInput(rows, row)) return null;
  }
  return null;
}

function isQuestion(rows: readonly string[], row: number): boolean {
  const text = rows[row] ?? "";
  return isChosen(rows, row) || isRadio(rows, row) || isAnswerRow(text) ||
    !isInput(rows, row) && asksForKey(bareRow(text));
}

function isInput(rows: readonly string[], row: number): boolean {
  return INPUT.test(bareRow(rows[row] ?? ""));
}

/** Whether a row is empty within a frame: an input that has no prompt. */
function isField(rows: readonly string[], row: number): boolean {
  return isBlankRow(rows[row] ?? "") && !RULE.test(rows[row] ?? "") &&
    RULE.test(rows[row - 1] ?? "") && RULE.test(rows[row + 1] ?? "");
}

/** The part of a row in front of the cursor. */
function beforeCursor(row: string, x: number): string {
  let end = 0;
  for (const char of row) {
    if (cellOf(row, end) >= x) break;
    end += char.length;
  }
  return row.slice(0, end);
}

/** What stands before a row in rows that are full: a long line is wrapped. */
function wrapped({ rows, width }: Screen, y: number): string {
  let text = "";
  for (let row = y - 1; row >= 0; row--) {
    const line = rows[row] ?? "";
    if (cellOf(line, line.length) < width) break;
    text = line + text;
  }
  return text;
}
