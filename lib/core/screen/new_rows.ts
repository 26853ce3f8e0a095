/**
 * Whether a program did something visible: text that was on no screen before.
 *
 * @module
 */

import { isBlankRow, type Screen } from "./text.ts";

/**
 * The rows that hold words which no row before held. What ticks and turns (a clock, a spinner, a
 * counter) is the same row to a person: only letters count. So is the input itself, which shows the
 * payload.
 *
 * @param now the screen that is judged
 * @param before screens on which whatever stands there is old
 * @param own what the input shows: its prompt, and the payload
 */
export function newRows(
  now: Screen,
  before: readonly Screen[],
  own: { readonly prompt: string; readonly payload: string },
): readonly number[] {
  const old = new Set(before.flatMap((screen) => screen.rows.map(words)));
  const payload = words(own.payload);
  const mark = own.prompt.trimEnd();
  return now.rows.flatMap((row, index) => {
    const text = words(row);
    const known = text === "" || old.has(text) || payload.includes(text) ||
      (!isBlankRow(mark) && row.startsWith(mark));
    return known ? [] : [index];
  });
}

/** The letters of a row, with one blank for whatever stands between them. */
function words(row: string): string {
  return row.replaceAll(/[^\p{L}]+/gu, " ").trim();
}
