/**
 * The nearest known word to one that is not known.
 *
 * @module
 */

import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * What was probably meant, or null when nothing is near enough: a word that was left half typed,
 * or one with at most one edit in three letters (two for swapped neighbours in a word of four).
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word === "" || known.length === 0) return null;
  const lower = word.toLowerCase();
  const begun = known.find((candidate) => candidate.startsWith(lower)) ?? null;
  if (begun !== null && word.length > 2) return begun;
  const closest = closestString(lower, known);
  if (levenshteinDistance(lower, closest) <= Math.ceil(closest.length / 3)) return closest;
  return word.length > 1 ? begun : null;
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
