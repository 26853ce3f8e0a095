/**
 * Finds a mark's lines where their numbers no longer tell the place.
 *
 * @module
 */

import { BLANK, lineHash } from "./hash.ts";
import type { Mark } from "./mark.ts";
import type { TextLine } from "./pane_text.ts";

/** Lines with something in them that have to be the same in a row. */
const ENOUGH = 3;

/**
 * The line at which the old text ended: before it stand the mark's lines, up to the first of them or
 * to the oldest line that is left.
 *
 * @returns its index, `several` when it may be one of several, null when there is none
 */
export function findEnd(
  mark: Mark,
  lines: readonly TextLine[],
  hashes: readonly number[],
): number | "several" | null {
  const last = mark.lines.length - 1;
  const wanted = mark.lines[last];
  if (wanted === undefined) return null;
  let found: number | null = null;
  for (let end = 0; end < hashes.length; end++) {
    const text = lines[end]?.text ?? "";
    if (hashes[end] !== wanted && lineHash(text.slice(0, mark.lastLength)) !== wanted) continue;
    let inked = 1;
    let back = 1;
    while (back <= last && back <= end && mark.lines[last - back] === hashes[end - back]) {
      if (hashes[end - back] !== BLANK) inked++;
      back++;
    }
    // The oldest line that is left may be the rest of a longer one.
    if (back <= last && back < end) continue;
    if (inked < ENOUGH) continue;
    if (found !== null) return "several";
    found = end;
  }
  return found;
}

/** Where lines in a row of the mark's stand: the index of the first, in the mark and in the text. */
export interface Run {
  readonly old: number;
  readonly now: number;
}

/** The longest run of the mark's lines that is found once, and is enough to tell the place. */
export function findRun(mark: Mark, hashes: readonly number[]): Run | null {
  const old = mark.lines;
  const places = new Map<number, number[]>();
  hashes.forEach((hash, at) => {
    if (hash === BLANK) return;
    const same = places.get(hash);
    if (same === undefined) places.set(hash, [at]);
    else same.push(at);
  });
  const all = old.filter((line) => line !== BLANK).length;
  let best: Run | null = null;
  let most = Math.max(ENOUGH, Math.ceil(all / 3)) - 1;
  let twice = false;
  for (const [from, hash] of old.entries()) {
    for (const to of places.get(hash) ?? []) {
      let before = 1;
      while (before <= from && old[from - before] === BLANK && hashes[to - before] === BLANK) {
        before++;
      }
      if (before <= from && old[from - before] === hashes[to - before]) continue;
      let inked = 0;
      for (let at = 0; from + at < old.length && old[from + at] === hashes[to + at]; at++) {
        if (old[from + at] !== BLANK) inked++;
      }
      if (inked === most) twice = best !== null;
      if (inked <= most) continue;
      best = { old: from, now: to };
      most = inked;
      twice = false;
    }
  }
  return twice ? null : best;
}
