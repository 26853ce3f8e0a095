/**
 * What stands around a text on the screen: whether it begins and ends where an input does, or follows
 * on and leads to something that nobody put in.
 *
 * @module
 */

import { type EmptyInput, inputRow, restOf } from "./input_line.ts";
import {
  cellRange,
  fold,
  foldStart,
  isBlankRow,
  type Place,
  rowText,
  type Screen,
  withinFrame,
} from "./text.ts";

/** The screens around a payload that is put into an input. */
export interface EchoScreens {
  /** After this attempt's own clear, before the payload was put in. */
  readonly baseline: Screen;
  readonly now: Screen;
  readonly input: EmptyInput;
}

/** A drawn frame or cursor, or a gap as wide as two blanks: what follows is another column. */
export const APART = /\s{2}|[\u2500-\u259f]/;

/** Whether a text that begins here is the first of its input, or of what a box shows of it. */
export function beginsClean(start: Place, screens: EchoScreens, whole: boolean): boolean {
  const { now, input } = screens;
  const line = now.rows[start.row] ?? "";
  const before = foldStart(line.slice(0, start.index));
  const prompt = foldStart(input.prompt);
  // A clock may be a part of the prompt.
  if (prompt !== "" && timeless(before) === timeless(prompt)) return true;
  if (before !== "") return false;
  const first = inputRow(now, input);
  if (whole && prompt !== "" && first !== null && first < start.row) {
    const rest = restOf(now, first, input);
    if (rest !== "" && rest !== input.emptyRest) return false;
  }
  const mark = input.prompt.trimEnd();
  let above = start.row - 1;
  while (above >= 0 && mark !== "" && isBlank(now, above) && now.rows[above]?.startsWith(mark)) {
    above--;
  }
  return above < 0 || isBlank(now, above) || isOld(now.rows[above] ?? "", screens);
}

/**
 * Whether nothing foreign follows on a text that ends here. A suggestion behind the cursor is none,
 * nor is a column beside the input.
 */
export function endsClean(end: Place, screens: EchoScreens): boolean {
  const { now, baseline, input } = screens;
  const { cursor } = now;
  const line = now.rows[end.row] ?? "";
  const char = String.fromCodePoint(line.codePointAt(end.index) ?? 32);
  const from = end.index + char.length;
  if (cursor.y === end.row && cursor.x >= cellRange(line, from).least) {
    let before = from;
    for (const next of line.slice(from)) {
      if (cellRange(line, before + next.length).most > cursor.x) break;
      before += next.length;
    }
    return fold(line.slice(from, before)) === "";
  }
  if (!sideClean(line.slice(from, withinFrame(now.rows, end.row).to), { baseline, input })) {
    return false;
  }
  const side = frameOf(line);
  for (let row = end.row + 1; row < now.rows.length; row++) {
    const next = now.rows[row] ?? "";
    if (isBlank(now, row) || isOld(next, screens)) return true;
    // With the cursor behind it, or in the same frame, it is the input's.
    if (row > cursor.y) return side === "" || frameOf(next) !== side;
    const typed = row < cursor.y ? next : Array.from(next).slice(0, cursor.x).join("");
    if (fold(typed) !== "") return false;
  }
  return true;
}

/** Whether what stands behind a text on its row is a column of its own, or was there before. */
export function sideClean(
  after: string,
  { baseline, input }: Pick<EchoScreens, "baseline" | "input">,
): boolean {
  const shown = fold(after);
  if (shown === "") return true;
  const gap = /^\s*/.exec(after)?.[0].length ?? 0;
  if (gap >= 2 || /^\s*[\u2500-\u259f]/.test(after)) return true;
  if (fold(input.emptyRest).endsWith(shown)) return true;
  return gap > 0 && baseline.rows.some((row) => row.endsWith(after.trimEnd()));
}

function isBlank(screen: Screen, row: number): boolean {
  return isBlankRow(screen.rows[row] ?? "") || rowText(screen.rows, row) === "";
}

/** Whether a row was there before, whatever its clock says and its spinner turns to. */
function isOld(row: string, { baseline }: EchoScreens): boolean {
  const wanted = lettersOf(row);
  return baseline.rows.some((old) =>
    old.trim() === row.trim() || (wanted !== "" && lettersOf(old) === wanted)
  );
}

function lettersOf(row: string): string {
  return row.replaceAll(/[^\p{L}]+/gu, " ").trim();
}

function timeless(text: string): string {
  return text.replaceAll(/\d/g, "0");
}

function frameOf(row: string): string {
  return /^\s*([\u2500-\u257f])/.exec(row)?.[1] ?? "";
}
