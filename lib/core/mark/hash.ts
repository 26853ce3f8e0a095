/**
 * Short hashes of a pane's text: enough to know a line again, too little to read it.
 *
 * @module
 */

/** FNV-1a over UTF-16 units, 32 bits. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // FNV's low bits mix badly for short texts.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The hash of a blank line. */
export const BLANK = 0;

/** A line's hash, 24 bits; white space at its end is no part of it, and of a blank line it is 0. */
export function lineHash(line: string): number {
  const text = line.trimEnd();
  if (text === "") return BLANK;
  const hash = hash32(text);
  return ((hash >>> 8) ^ (hash & 0xff)) || 1;
}

/** A text as it is known again inside a longer one. */
export interface TextPrint {
  /** UTF-16 units. */
  readonly length: number;
  /** 32 bits. */
  readonly hash: number;
}

const BASE = 0x01000193;

/** What {@linkcode findPrint} needs to find a text again. */
export function printOf(text: string): TextPrint {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
  return { length: text.length, hash: hash >>> 0 };
}

/** Where a text that is only known by its print begins, in each of its places, overlaps left out. */
export function findPrint(text: string, print: TextPrint): readonly number[] {
  const { length } = print;
  const found: number[] = [];
  if (length === 0 || text.length < length) return found;
  let power = 1;
  for (let unit = 1; unit < length; unit++) power = Math.imul(power, BASE);
  let hash = 0;
  let free = 0;
  for (let at = 0; at < text.length; at++) {
    if (at >= length) hash = (hash - Math.imul(text.charCodeAt(at - length), power)) | 0;
    hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
    const start = at - length + 1;
    if (start >= free && hash >>> 0 === print.hash) {
      found.push(start);
      free = at + 1;
    }
  }
  return found;
}
