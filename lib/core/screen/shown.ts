/**
 * How much of a text's end an input shows, read backwards from where it ends, with nothing foreign
 * in between, before or behind it.
 *
 * @module
 */

import { beginsClean, type EchoScreens, endsClean } from "./around.ts";
import { gapsKept } from "./kept.ts";
import { countOnScreen, flatten, type Fold, fold, type Place, rowText } from "./text.ts";

/** The end of a text as the screen shows it. */
export interface Shown {
  /** What is shown, folded. */
  readonly token: string;
  readonly how: Fold;
  /** It is all of the text. */
  readonly whole: boolean;
  readonly start: Place;
  readonly end: Place;
  /** Rows that it takes, and the most characters that one of them holds. */
  readonly rows: number;
  readonly widest: number;
}

/** Folded characters that a text's end is looked for by. */
const LEAST = 1;
/** Fewer than so many come up anywhere, so they must be all that their row holds. */
const FEW = 4;

/**
 * The longest end of the text that newly stands on the screen by itself.
 *
 * @returns null when what stands before or behind each is neither the input's own nor was there
 */
export function shownOf(text: string, screens: EchoScreens, how: Fold): Shown | null {
  const { now, baseline } = screens;
  const whole = fold(text, how);
  const flat = flatten(now.rows, how);
  const least = whole.slice(-LEAST);
  let best: Shown | null = null;
  if (least === "") return null;
  for (
    let at = flat.text.lastIndexOf(least);
    at >= 0;
    at = at === 0 ? -1 : flat.text.lastIndexOf(least, at - 1)
  ) {
    const behind = at + least.length;
    let length = least.length;
    while (
      length < whole.length && behind > length &&
      flat.text[behind - length - 1] === whole[whole.length - length - 1]
    ) length++;
    // What stands above may happen to end as the text goes on.
    while (length > 0 && length < whole.length) {
      const first = flat.places[behind - length];
      if (first === undefined || beginsClean(first, screens, false)) break;
      do length--; while (length > 0 && flat.places[behind - length]?.row === first.row);
    }
    if (length === 0) continue;
    const start = flat.places[behind - length];
    const end = flat.places[behind - 1];
    if (start === undefined || end === undefined) continue;
    if (best !== null && length <= best.token.length) continue;
    const all = length === whole.length;
    if (!beginsClean(start, screens, all) || !endsClean(end, screens)) continue;
    const places = flat.places.slice(behind - length, behind);
    if (!gapsKept(text, how, { screen: now, places })) continue;
    const token = whole.slice(-length);
    if (token.length < FEW && !all) {
      const prompt = fold(screens.input.prompt, how);
      const row = rowText(now.rows, end.row, how);
      if (row !== token && row !== prompt + token) continue;
      if (rowText(baseline.rows, end.row, how) === row) continue;
    } else if (countOnScreen(now, token, how) <= countOnScreen(baseline, token, how)) continue;
    const rows: number[] = [];
    for (let row = start.row; row <= end.row; row++) {
      rows.push(Array.from(rowText(now.rows, row, how)).length);
    }
    const widest = Math.max(...rows);
    best = { token, how, whole: all, start, end, rows: rows.length, widest };
  }
  return best;
}
