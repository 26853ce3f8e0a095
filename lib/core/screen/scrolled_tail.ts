/**
 * The end of a text in a box that is smaller than the text and scrolls inside.
 *
 * @module
 */

import { flatten, type Fold, foldStart, rowText, type Screen } from "./text.ts";

/** Folded characters of a text's end that are enough to know it by, wherever they stand. */
const TAIL = 24;
/** As few are enough where a row begins with them. */
const SHORT_TAIL = 6;

/**
 * As much of a text's end as the screen shows.
 *
 * @param whole the text, folded
 * @param prompt what stands before the input on its first row
 * @returns null when all of it is shown, or too little to know it by
 */
export function scrolledTail(
  now: Screen,
  whole: string,
  { how, prompt }: { readonly how: Fold; readonly prompt: string },
): string | null {
  const flat = flatten(now.rows, how);
  for (const least of [SHORT_TAIL, 2]) {
    if (whole.length <= least) continue;
    const at = flat.text.lastIndexOf(whole.slice(-least));
    if (at < 0) continue;
    // So little of it must be all that its row holds, so what stands above is not looked at.
    const short = least < SHORT_TAIL;
    const row = flat.places[at + least - 1]?.row;
    let length = least;
    while (
      length < whole.length && at + least > length &&
      flat.text[at + least - length - 1] === whole[whole.length - length - 1] &&
      (!short || flat.places[at + least - length - 1]?.row === row)
    ) length++;
    const start = flat.places[at + least - length];
    if (length >= whole.length || start === undefined) return null;
    const line = now.rows[start.row] ?? "";
    const before = foldStart(line.slice(0, start.index), how);
    const beginsRow = before === "" || before === foldStart(prompt, how);
    if (short && rowText(now.rows, start.row, how).length !== length) return null;
    if (length >= TAIL || beginsRow) return whole.slice(-length);
  }
  return null;
}
