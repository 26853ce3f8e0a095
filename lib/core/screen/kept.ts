/**
 * What the comparison of text leaves out, and is seen all the same: the blanks between two characters
 * of one row, and emoji that every terminal draws as they were sent.
 *
 * @module
 */

import { type Fold, fold, type Place, type Screen } from "./text.ts";

/** Of one or more cells for certain, and drawn by itself. */
const PLAIN = /^[!-~\u00a1-\u02ff\u0370-\u058f]$/u;

/**
 * Whether the blanks between characters of a text are those on the screen.
 *
 * @param places where each folded unit of the text's end stands, to its last
 */
export function gapsKept(
  text: string,
  how: Fold,
  at: { readonly screen: Screen; readonly places: readonly Place[] },
): boolean {
  const { screen: { rows }, places } = at;
  let skip = fold(text, how).length - places.length;
  let before: Place | undefined;
  let last = "";
  let gap = "";
  let unit = 0;
  for (const char of text.normalize("NFC")) {
    if (fold(char, how) === "") {
      gap += char;
      continue;
    }
    if (skip > 0) {
      skip -= char.length;
      gap = "";
      continue;
    }
    const place = places[unit];
    unit += char.length;
    if (
      before !== undefined && place?.row === before.row && PLAIN.test(char) && PLAIN.test(last) &&
      /^ *$/.test(gap)
    ) {
      const shown = (rows[place.row] ?? "").slice(before.index + last.length, place.index);
      // A row that is two columns, or a mark of the program's own.
      if (/^\s*$/.test(shown) && shown.length !== gap.length) return false;
    }
    before = place;
    last = char;
    gap = "";
  }
  return true;
}

const PICTURE = /\p{Extended_Pictographic}/u;
/** Pictures that are put together, or asked for. */
const JOINED =
  /\p{Regional_Indicator}+|[\p{Extended_Pictographic}#*0-9](?:[\ufe0e\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}]|\u200d\p{Extended_Pictographic})+/gu;

/**
 * Whether the rows in which a text stands hold its simple pictures, in order: those of one code point
 * without a joiner, a tone or a variant.
 *
 * @param rows the first and the last row of it
 */
export function picturesKept(
  text: string,
  screen: Screen,
  rows: { readonly start: Pick<Place, "row">; readonly end: Pick<Place, "row"> },
): boolean {
  const joined = new Set(Array.from((text.match(JOINED) ?? []).join("")));
  const simple = (part: string) =>
    Array.from(part).filter((char) => PICTURE.test(char) && !joined.has(char)).join("");
  const wanted = simple(text.replaceAll(JOINED, ""));
  if (wanted === "") return true;
  return simple(screen.rows.slice(rows.start.row, rows.end.row + 1).join("")).includes(wanted);
}
