/**
 * How many columns of a terminal a text takes.
 *
 * The widths are of what a person sees as one character: a letter with its accents, an emoji put
 * together from several. `@std/cli/unicode-width` would do, but the npm package that brings @std
 * here lacks its data file.
 *
 * @module
 */

import { eastAsianWidth } from "get-east-asian-width";

/** ASCII, and what tables themselves put between: each one column wide. */
const PLAIN = /^[\x20-\x7e\u00b7\u2014\u2026]*$/;
/** Drawn as a picture of two columns: by itself, or because U+FE0F says so. */
const PICTURE = /^\p{Emoji_Presentation}|\ufe0f/u;
const UNSEEN = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Control}]+$/u;

/** Columns that the text takes; what is not drawn, such as control characters, takes none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The characters of a text as a person counts them. */
export function graphemes(text: string): string[] {
  if (PLAIN.test(text)) return text.split("");
  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  if (UNSEEN.test(grapheme)) return 0;
  if (PICTURE.test(grapheme)) return 2;
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}
