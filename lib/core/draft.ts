/**
 * A person's unsubmitted text in an input, as far as a screen shows it.
 *
 * @module
 */

import { type InputLine, isBarePrompt } from "./input_line.ts";
import { isBlankRow, type Screen } from "./screen_text.ts";

/** Rows above the sentinel's that are looked at for the draft's beginning. */
const MOST_ROWS = 30;

/** The draft's text for a person to read: frames and the prompt left out, a line a row. */
export function draftText(before: Screen, line: InputLine): string {
  const lines: string[] = [];
  for (let row = line.row; row >= 0 && row > line.row - MOST_ROWS; row--) {
    const raw = before.rows[row] ?? "";
    if (row < line.row && isBlankRow(raw)) break;
    const text = raw.replaceAll(/^[\s\u2500-\u259f]+|[\s\u2500-\u259f]+$/g, "");
    const mark = /^(\S{1,2})(\s+|$)/u.exec(text);
    const begins = mark !== null && isBarePrompt({ ...line, glued: "", prompt: mark[1] ?? "" });
    lines.unshift(begins ? text.slice(mark?.[0].length ?? 0) : text);
    if (begins) break;
  }
  return lines.join("\n");
}

/**
 * What one more backspace removed, from the text before the cursor with and without it.
 *
 * @returns null when nothing was removed; the removed text, or a line feed when lines were joined
 */
export function removedByBackspace(before: InputLine, after: InputLine): string | null {
  if (after.prompt === before.prompt) return null;
  return before.prompt.startsWith(after.prompt) ? before.prompt.slice(after.prompt.length) : "\n";
}
