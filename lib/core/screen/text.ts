/**
 * What a screen can show of a text, and where. A terminal wraps, frames, pads and redraws, so text
 * is compared folded: without white space, box-drawing and block characters and what has no width,
 * on both sides (contract §4.7 “Echo”).
 *
 * @module
 */

/** A pane's visible screen at one moment. */
export interface Screen {
  /** Rows from the top, in NFC, without trailing white space. */
  readonly rows: readonly string[];
  /** Cursor cell, from 0. Some programs leave it elsewhere than where they write. */
  readonly cursor: { readonly x: number; readonly y: number };
  /** Cells a row. */
  readonly width: number;
}

/** A place in a screen's rows. */
export interface Place {
  readonly row: number;
  /** Index in the row's string, from 0. */
  readonly index: number;
}

/**
 * How much is left out. `strict` keeps every visible character. `loose` also leaves out combining
 * marks and emoji, which terminals store and draw differently from how they were sent.
 */
export type Fold = "strict" | "loose";

const STRICT = /[\s\u2500-\u259f\p{Cf}\p{Zs}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const LOOSE =
  /[\s\u2500-\u259f\p{Cf}\p{Zs}\p{M}\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u;
const BOX_ONLY = /^[\s\u2500-\u259f]*$/;

/** Makes a screen of what `capture-pane -p` printed. */
export function screenOf(
  text: string,
  at: { readonly cursor: Screen["cursor"]; readonly width: number },
): Screen {
  const rows = text.normalize("NFC").split("\n").map((row) => row.trimEnd());
  if (rows.at(-1) === "") rows.pop();
  return { rows, cursor: at.cursor, width: at.width };
}

/** Whether a character is left out. Most are ASCII, and screens are folded all the time. */
function isSkipped(char: string, how: Fold): boolean {
  if (char <= "~") return char <= " ";
  return (how === "strict" ? STRICT : LOOSE).test(char);
}

/** The text as it is compared. */
export function fold(text: string, how: Fold = "strict"): string {
  let out = "";
  for (const char of text.normalize("NFC")) if (!isSkipped(char, how)) out += char;
  return out;
}

/** Whether a row shows nothing, or nothing but a frame. */
export function isBlankRow(row: string): boolean {
  return BOX_ONLY.test(row) || ASCII_RULE.test(row);
}

/** Whether a whole screen shows nothing but white space. */
export function isBlankScreen(screen: Screen): boolean {
  return screen.rows.every((row) => row.trim() === "");
}

/** Index of the last row that is not empty, -1 when all are. */
export function lastRow(screen: Screen): number {
  for (let row = screen.rows.length - 1; row >= 0; row--) {
    if (screen.rows[row] !== "") return row;
  }
  return -1;
}

/** Folds what a row begins with: a side rule drawn as `|` is left out as a drawn one is. */
export function foldStart(text: string, how: Fold = "strict"): string {
  return fold(text.replace(/^\s*\|/, ""), how);
}

const ASCII_RULE = /^\s*\+[-=+]+\+\s*$/;
const ASCII_SIDES = /^(\s*\|)(.*)\|\s*$/s;

/** What a box that scrolls inside shows at the right of its first or last row: codex does. */
const SCROLLS = /\s{2,}[↑↓]$/;

/**
 * The part of a row within an ASCII frame (`| text |`), as the indices of its first and last + 1;
 * all of the row when there is none. A table that someone writes looks alike, so a rule must stand
 * above.
 */
export function withinFrame(
  rows: readonly string[],
  row: number,
): { readonly from: number; readonly to: number } {
  const line = rows[row] ?? "";
  const own = ASCII_SIDES.exec(line);
  let above = row - 1;
  while (own !== null && ASCII_SIDES.test(rows[above] ?? "")) above--;
  if (own === null || !ASCII_RULE.test(rows[above] ?? "")) {
    return { from: 0, to: SCROLLS.exec(line)?.index ?? line.length };
  }
  const [, side = "", inner = ""] = own;
  return { from: side.length, to: side.length + inner.length };
}

/** Rows joined and folded, with each character's place: its row, and its index in that row. */
export interface FlatText {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Folds rows into one text that remembers where each UTF-16 unit of it stood. */
export function flatten(rows: readonly string[], how: Fold = "strict"): FlatText {
  let text = "";
  const places: Place[] = [];
  rows.forEach((line, row) => {
    const { from, to } = withinFrame(rows, row);
    let index = 0;
    for (const char of line) {
      if (index >= from && index < to && !isSkipped(char, how)) {
        text += char;
        for (let unit = 0; unit < char.length; unit++) places.push({ row, index });
      }
      index += char.length;
    }
  });
  return { text, places };
}

/** The folded text of one row, within its frame. */
export function rowText(rows: readonly string[], row: number, how: Fold = "strict"): string {
  const { from, to } = withinFrame(rows, row);
  return fold((rows[row] ?? "").slice(from, to), how);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const NO_WIDTH = /[\p{M}\p{Cf}\ufe00-\ufe0e]/u;
const JOINER = "\u200d";
const PICTURE_PLEASE = "\ufe0f";
/** Flags are made of two of these, of one or two cells each. */
const FLAG_LETTER = /\p{Regional_Indicator}/u;
const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/u;

/**
 * The cell in which the character at `index` of a row begins, from 0. Terminals differ about
 * pictures that are put together from several characters, so it is a range.
 */
export function cellRange(
  row: string,
  index: number,
): { readonly least: number; readonly most: number } {
  let least = 0;
  let most = 0;
  let last = "";
  for (const char of row.slice(0, index)) {
    const before = last;
    last = char;
    if (char === PICTURE_PLEASE) most++;
    if (char === PICTURE_PLEASE || NO_WIDTH.test(char)) continue;
    const cells = WIDE.test(char) ? 2 : 1;
    most += cells;
    if (before !== JOINER && !SKIN_TONE.test(char)) least += FLAG_LETTER.test(char) ? 1 : cells;
  }
  return { least, most };
}

/** As {@linkcode cellRange}, the most it can be. */
export function cellOf(row: string, index: number): number {
  return cellRange(row, index).most;
}

/** How often `needle` occurs in `text`, overlaps counted. An empty needle never occurs. */
export function occurrences(text: string, needle: string): number {
  if (needle === "") return 0;
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) count++;
  return count;
}

/** How often a text is on the screen, folded on both sides. */
export function countOnScreen(screen: Screen, text: string, how: Fold = "strict"): number {
  return occurrences(flatten(screen.rows, how).text, fold(text, how));
}

/** Whether two captures show the same; the cursor may have moved. */
export function sameScreen(a: Screen, b: Screen): boolean {
  return a.rows.length === b.rows.length && a.rows.every((row, index) => row === b.rows[index]);
}

/** The last `count` rows that hold something, after the blank padding at the bottom is dropped. */
export function lastLines(screen: Screen, count: number): readonly string[] {
  const end = lastRow(screen) + 1;
  return screen.rows.slice(Math.max(0, end - count), end);
}
