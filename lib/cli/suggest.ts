/**
 * The nearest known word to one that is not known.
 *
 * @module
 */

import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * What was probably meant, or null when nothing is near enough: at most one edit in three letters,
 * or a known word that begins with what was typed.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word === "" || known.length === 0) return null;
  const lower = word.toLowerCase();
  const closest = closestString(lower, known);
  const allowed = Math.max(1, Math.floor(Math.max(word.length, closest.length) / 3));
  if (levenshteinDistance(lower, closest) <= allowed) return closest;
  return word.length < 2 ? null : known.find((candidate) => candidate.startsWith(lower)) ?? null;
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
