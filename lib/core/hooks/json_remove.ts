/**
 * Taking children out of a JSON array or object so that what remains keeps its formatting.
 *
 * @module
 */

import { skipSpace } from "./json_tree.ts";

/** A stretch of the text that is left out. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/** Where a child, or its container, stands. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The cuts that take the chosen children out of a container, each with the comma and the white
 * space that belong to it. Comments between children stay.
 *
 * @param container the array or object with its brackets
 */
export function cutsForRemoval(
  text: string,
  options: {
    readonly container: Span;
    readonly children: readonly Span[];
    readonly removed: ReadonlySet<number>;
  },
): Cut[] {
  const { container, children, removed } = options;
  if (removed.size === 0) return [];
  if (removed.size === children.length) {
    return [{ start: container.start + 1, end: container.end - 1 }];
  }
  const cuts: Cut[] = [];
  let lastKept = -1;
  children.forEach((child, index) => {
    if (!removed.has(index)) {
      lastKept = index;
      return;
    }
    const comma = commaAfter(text, child.end);
    const keptFollows = children.some((_, later) => later > index && !removed.has(later));
    if (keptFollows) {
      // With its comma, up to what stands next: that then begins where this child began.
      cuts.push({ start: child.start, end: plainSpaceEnd(text, (comma ?? child.end) + 1) });
      return;
    }
    // At the end: the white space before it goes, and the comma that led to it.
    const kept = children[lastKept];
    const keptComma = kept === undefined ? null : commaAfter(text, kept.end);
    const first = index === lastKept + 1;
    if (first && keptComma !== null) cuts.push({ start: keptComma, end: keptComma + 1 });
    const end = comma === null ? child.end : comma + 1;
    cuts.push({ start: plainSpaceStart(text, child.start), end });
  });
  return cuts;
}

/** The text without the cuts, which may come in any order and may lie in one another. */
export function applyCuts(text: string, cuts: readonly Cut[]): string {
  const ordered = [...cuts].sort((a, b) => a.start - b.start || b.end - a.end);
  let result = "";
  let at = 0;
  for (const cut of ordered) {
    if (cut.end <= at) continue;
    if (cut.start > at) result += text.slice(at, cut.start);
    at = cut.end;
  }
  return result + text.slice(at);
}

/** Offset of the comma that follows a child, null when none does. */
function commaAfter(text: string, end: number): number | null {
  const at = skipSpace(text, end);
  return text[at] === "," ? at : null;
}

function plainSpaceEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && /\s/.test(text[end]!)) end++;
  return end;
}

/** Start of the white space before `at`; a line feed that ends a `//` comment is not part of it. */
function plainSpaceStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && /\s/.test(text[start - 1]!)) start--;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (!line.includes("//")) return start;
  const lineFeed = text.indexOf("\n", start);
  return lineFeed < 0 || lineFeed >= at ? start : lineFeed + 1;
}
