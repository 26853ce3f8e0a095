/**
 * How text lies on a screen: display widths and the rows that a text wraps into.
 *
 * @module
 */

/** One visual row of a text. `start` and `end` are code unit offsets into the source. */
export interface Row {
  readonly text: string;
  /** Columns that `text` takes. */
  readonly width: number;
  readonly start: number;
  /** Exclusive; a line feed that ended the row is not part of it. */
  readonly end: number;
}

/** What can't be told from the text itself. */
export interface LayoutOptions {
  /** Columns of a row; at least 1. */
  readonly width: number;
  /** Break at spaces where there is one, as paragraph layouts do; else at any character. */
  readonly words?: boolean;
  /** What is drawn instead of a character that stands for something else; null: itself. */
  readonly label?: (character: string) => string | null;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26a1, 0x26a1],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x2b50, 0x2b50],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

function codePointWidth(character: string): number {
  if (/^[\p{M}\u200b-\u200d\u2060\ufeff]$/u.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Columns of one grapheme. A joined emoji counts as its parts do: never fewer than are drawn. */
function graphemeWidth(grapheme: string): number {
  let width = 0;
  for (const character of grapheme) width += codePointWidth(character);
  return width;
}

/** Columns that a text takes on one row. */
export function textWidth(text: string): number {
  // deno-lint-ignore no-control-regex
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The graphemes of a text with their offsets; plain ASCII does not pay for segmentation. */
function* graphemes(text: string): Generator<readonly [string, number]> {
  // deno-lint-ignore no-control-regex
  if (/^[\n\x20-\x7e]*$/.test(text)) {
    for (let at = 0; at < text.length; at++) yield [text.charAt(at), at];
    return;
  }
  for (const { segment, index } of segmenter.segment(text)) yield [segment, index];
}

/** Where the row that is being filled can be broken at a space, in `words` layout. */
interface Break {
  readonly textLength: number;
  readonly width: number;
  readonly offset: number;
}

/**
 * The rows of a text. There is always at least one; a tab is drawn as four spaces.
 */
export function layout(source: string, options: LayoutOptions): readonly Row[] {
  const rows: Row[] = [];
  let text = "";
  let width = 0;
  let start = 0;
  let space: Break | null = null;

  function endRow(end: number, next: number): void {
    rows.push({ text, width, start, end });
    text = "";
    width = 0;
    start = next;
    space = null;
  }

  function place(shown: string, columns: number, offset: number): void {
    if (width + columns > options.width && width > 0) {
      if (options.words === true && space !== null && shown !== " ") {
        const rest = text.slice(space.textLength);
        const restWidth = width - space.width;
        rows.push({
          text: text.slice(0, space.textLength),
          width: space.width,
          start,
          end: space.offset,
        });
        text = rest;
        width = restWidth;
        start = space.offset;
        space = null;
      } else {
        endRow(offset, offset);
      }
    }
    text += shown;
    width += columns;
  }

  for (const [grapheme, offset] of graphemes(source)) {
    if (grapheme === "\n" || grapheme === "\r\n") {
      endRow(offset, offset + grapheme.length);
      continue;
    }
    const label = options.label?.(grapheme) ?? null;
    if (label !== null) {
      for (const [piece] of graphemes(label)) place(piece, graphemeWidth(piece), offset);
    } else if (grapheme === "\t") {
      for (let column = 0; column < 4; column++) place(" ", 1, offset);
    } else {
      place(grapheme, graphemeWidth(grapheme), offset);
    }
    if (grapheme === " ") space = { textLength: text.length, width, offset: offset + 1 };
  }
  rows.push({ text, width, start, end: source.length });
  return rows;
}

/** A text filled up with spaces, or cut, to exactly this many columns. */
export function fit(text: string, columns: number): string {
  const width = textWidth(text);
  if (width <= columns) return text + " ".repeat(columns - width);
  let cut = "";
  let used = 0;
  for (const [grapheme] of graphemes(text)) {
    const next = graphemeWidth(grapheme);
    if (used + next > columns) break;
    cut += grapheme;
    used += next;
  }
  return cut + " ".repeat(columns - used);
}
