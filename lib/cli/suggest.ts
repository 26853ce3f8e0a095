/**
 * The nearest known word to one that is not known.
 *
 * @module
 */

import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * What was probably meant, or null when nothing is near enough: a word that was left half typed,
 * or one with at most one edit in three letters, two neighbours in the wrong order being one.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word === "" || known.length === 0) return null;
  const lower = word.toLowerCase();
  const begun = known.find((candidate) => candidate.startsWith(lower)) ?? null;
  if (begun !== null && word.length > 2) return begun;
  const closest = closestString(lower, known, { compareFn: edits });
  const longer = Math.max(word.length, closest.length);
  if (edits(lower, closest) <= Math.max(1, Math.floor(longer / 3))) return closest;
  return word.length > 1 ? begun : null;
}

/** Edits between two words; swapped neighbours are the commonest slip, and one edit. */
function edits(from: string, to: string): number {
  for (let at = 0; at + 1 < from.length; at++) {
    const swapped = `${from.slice(0, at)}${from[at + 1]}${from[at]}${from.slice(at + 2)}`;
    if (swapped === to && from !== to) return 1;
  }
  return levenshteinDistance(from, to);
}

/** `; did you mean <word>?`, or nothing. `show` dresses the word. */
export function didYouMean(
  word: string,
  known: readonly string[],
  show: (word: string) => string = (word) => word,
): string {
  const found = nearest(word, known);
  return found === null ? "" : `; did you mean ${show(found)}?`;
}
