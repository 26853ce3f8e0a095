/**
 * A person's unsubmitted text in an input, as far as a screen shows it.
 *
 * @module
 */

import { type InputLine, isBarePrompt } from "./input_line.ts";
import { FEELER, SENTINEL } from "./readiness.ts";
import { fold, foldStart, isBlankRow, type Screen } from "./text.ts";

/** Rows above the sentinel's that are looked at for the draft's beginning. */
const MOST_ROWS = 30;
/** Letters of the sentinel that nobody types by chance. */
const LEAST_REMAINS = 5;

/** Beginnings of the probe, one behind the other. */
const REMAINS = new RegExp(`^(?:${FEELER}?${beginnings(SENTINEL)}|${FEELER})+$`);
const LONG_PIECE = new RegExp(SENTINEL.slice(0, LEAST_REMAINS - 1));

/** A pattern for any beginning of a word, of one letter at least. */
function beginnings(word: string): string {
  const [first = "", ...rest] = word;
  return rest.length === 0 ? first : `${first}(?:${beginnings(rest.join(""))})?`;
}

/** The draft's text for a person to read: frames and the prompt left out, a line a row. */
export function draftText(before: Screen, line: InputLine): string {
  const mark = line.prompt.trimEnd();
  const own = foldStart(mark) === ""
    ? -1
    : before.rows.findLastIndex((row) => row.startsWith(mark));
  // A sentinel that wrapped behind a full row tells no prompt; the input is the lowest one then.
  const glyph = own >= 0 ? own : before.rows.findLastIndex((row) => promptLength(row) > 0);
  // Nor is there a known prompt character: what stands around the cursor is the input.
  const last = glyph >= 0 ? glyph : cursorsRow(before);
  const lines: string[] = [];
  for (let row = last; row >= 0 && row > last - MOST_ROWS; row--) {
    const raw = before.rows[row] ?? "";
    if (isBlankRow(raw)) break;
    const length = promptLength(raw);
    lines.unshift(bare(raw).slice(length));
    if (length > 0) break;
  }
  for (let row = last + 1; own < 0 && row < before.rows.length; row++) {
    const raw = before.rows[row] ?? "";
    if (isBlankRow(raw)) break;
    lines.push(bare(raw));
  }
  return lines.join("\n");
}

/** The cursor's row, or where that is parked on a blank one, the lowest with text. */
function cursorsRow({ rows, cursor }: Screen): number {
  return isBlankRow(rows[cursor.y] ?? "")
    ? rows.findLastIndex((row) => !isBlankRow(row))
    : cursor.y;
}

/** A row without its frame and what pads it. */
function bare(row: string): string {
  const inner = /^\s*\|(.*)\|\s*$/s.exec(row)?.[1] ?? row;
  return inner.replaceAll(/^[\s\u2500-\u259f]+|[\s\u2500-\u259f]+$/g, "");
}

/** Length of the bare prompt, and the gap behind it, that a row without its frame begins with. */
function promptLength(row: string): number {
  const mark = /^(\S{1,2})(\s+|$)/u.exec(bare(row));
  const prompt = mark?.[1] ?? "";
  const line = { prompt, prompted: true, glued: "", row: 0 };
  return mark !== null && isBarePrompt(line) ? mark[0].length : 0;
}

/**
 * Whether the probe pushed a text to the right, over a gap: a draft that begins with blanks, with the
 * cursor in front of it. What only stands beside the input, such as a side bar, stays where it is.
 */
export function pushedText(
  screens: { readonly before: Screen; readonly after: Screen },
  { row, prompt }: InputLine,
  typed: number,
): boolean {
  const old = screens.before.rows[row] ?? "";
  const text = bare(old.slice(prompt.length));
  return text !== "" &&
    (screens.after.rows[row] ?? "").startsWith(text, old.lastIndexOf(text) + typed);
}

/**
 * What one more backspace removed.
 *
 * @param lines the input as the sentinel showed it before and after; null after: not seen again
 * @param screens the screen before the probe, and after all of it was taken back
 * @returns null when nothing was removed; the removed text, or a line feed when lines were joined
 */
export function removedByBackspace(
  lines: { readonly before: InputLine; readonly after: InputLine | null },
  screens: { readonly before: Screen; readonly after: Screen },
): string | null {
  const { before, after } = lines;
  if (after !== null && after.prompt === before.prompt && after.row === before.row) return null;
  // A box that grew and shrank may stand some rows higher, so a row is known by its text: one went,
  // and one came that lacks its last character.
  const old = screens.before.rows.map(withoutFrame);
  const now = screens.after.rows.map(withoutFrame);
  for (const gone of old.filter((row) => !now.includes(row))) {
    for (const come of now.filter((row) => row !== "" && !old.includes(row))) {
      const cut = gone.startsWith(come) ? gone.slice(come.length).trimStart() : "";
      if (isOneCharacter(cut)) return cut;
    }
  }
  if (after === null) return null;
  return before.prompt !== after.prompt && before.prompt.startsWith(after.prompt)
    ? before.prompt.slice(after.prompt.length)
    : before.prompt === after.prompt
    ? null
    : "\n";
}

/** Whether a text is one character to a person, which may be made of several. */
function isOneCharacter(text: string): boolean {
  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text)).length === 1;
}

function withoutFrame(row: string): string {
  return row.replace(/[\s\u2500-\u259f|]+$/, "");
}

/**
 * Whether a text in the input is what probes left: one that was killed before it could take it back,
 * or several that a program did not read while it started. Nobody's draft, and free to be cleared.
 */
export function isProbeRemains(draft: string): boolean {
  const text = fold(draft);
  const whole = text.replaceAll(SENTINEL, "").replaceAll(FEELER, "");
  if (text !== "" && whole === "") return true;
  return text.length >= LEAST_REMAINS && REMAINS.test(text) && LONG_PIECE.test(text);
}
