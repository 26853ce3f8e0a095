/**
 * Rows that programs draw around an answer: what turns while they work, and what they say of a turn
 * that is over. Only rows at an answer's ends are asked about.
 *
 * @module
 */

/** A mark of work or of rest, then words, then a time, a count or a key that ends it. */
const SPINNER =
  /^\s*[\u2801-\u28ff✢✳✶✻✽✺∙·•◐◓◑◒◦○◉⏳🌑-🌘■⬝▣✦*]+\s+\S.*(\b\d+(\.\d+)?\s?(s|ms|m|min)\b|\besc\b|…)/iu;
/** Hints about keys. */
const HINT =
  /\b(esc|ctrl[+-]\w|shift[+-]tab|tab) (to|again|interrupt|cancel)\b|\? for (shortcuts|help)/i;
/** How long a turn took, as a row of its own. */
const DURATION =
  /^[\s─]*(\S{1,2} )?(worked|baked|cooked|thought|done|completed|finished|ran|took)\b.{0,20}[\s<]\d+(\.\d+)?\s?(s|ms|m|min)\b(\s*[•·]\s*[\d:]+)?[\s─]*$/i;
/** Advice. */
const TIP = /^\s*[└⎿💡]*\s*Tip:\s/iu;

/** Whether a row is the program's and no part of an answer. */
export function isFurniture(row: string): boolean {
  return SPINNER.test(row) || HINT.test(row) || DURATION.test(row) || TIP.test(row);
}

/** Whether a row stands for a pasted text, in brackets as programs put it. */
export function isPlaceholder(row: string): boolean {
  return /\[(pasted?\b|paste:)[^\]]*\]|\[[^\]]*\bpasted\b[^\]]*\]/i.test(row);
}
