/**
 * The answer that the shells' completion functions read.
 *
 * The first line says who completes: `values`, `files` or `directories`. Each other line is a whole
 * word that may stand there, a tab, and what it is. A word that ends in `=` wants no space after it.
 *
 * @module
 */

import type { Candidate, Slot } from "./completion_slot.ts";

/**
 * The answer for a slot; null is one where nothing is known.
 *
 * @param lookedUp the values of the slot's `lookUp`
 */
export function answerText(slot: Slot | null, lookedUp: readonly Candidate[]): string {
  if (slot === null) return "values\n";
  if (slot.lookUp === "file") return "files\n";
  if (slot.lookUp === "directory") return "directories\n";
  const seen = new Set(slot.taken);
  let text = "values\n";
  for (const { value, summary } of [...slot.fixed, ...lookedUp]) {
    if (!value.startsWith(slot.written) || seen.has(value) || !isWord(value)) continue;
    seen.add(value);
    text += `${slot.prefix}${value}\t${summary.replaceAll(/[\x00-\x1f\x7f]+/g, " ")}\n`;
  }
  return text;
}

/** A name that holds control characters can't be written on a line. */
function isWord(value: string): boolean {
  return value !== "" && !/[\x00-\x1f\x7f]/.test(value);
}
