/**
 * Whether a field that shows what is typed is one that filters a list, and not the prompt: a palette, a
 * search of the history, a list of sessions. Enter there chooses what is marked.
 *
 * Typing makes rows elsewhere go, and they come back when it is taken out. A hint that goes while
 * something is typed does the same, so a single row is not enough.
 *
 * @module
 */

import { tellsHow } from "./choices.ts";
import { type InputLine, isBarePrompt } from "./input_line.ts";
import { isBlankRow, type Screen } from "./text.ts";

/** What a search's own prompt says. */
const SEARCHES = /\b(?:reverse|forward|bck|fwd|i)-i?-?search\b|\(r:\)|^\W*[⌕🔍🔎]/iu;
/** What stands in or beside a field that searches. */
const LABEL =
  /[⌕🔍🔎]|\btype to (?:search|filter)\b|\b(?:search|filter)(?:\s+\w+)?\s*(?:[:…]|\.\.\.)/iu;
/** What is said where nothing is found. */
const NOTHING =
  /\bno (?:\w+ )?(?:match(?:es|ing)?|results?|sessions?|items?|entries|conversations?|commands?|options?|rules?|models?)\b|\bnothing (?:found|matches)\b|\bno .{1,30} found\b|^\W*0\s*(?:\/|of|results?|matches)/i;
/** Rows above and below a field that belong to it. */
const NEAR = 3;
/** Rows one below the other that go and come: a hint is one. */
const ROWS = 2;

/** The screens around a probe: before it, with it, and when it was taken back. */
export interface ProbeScreens {
  readonly before: Screen;
  readonly probed: Screen;
  readonly after: Screen;
}

/** Whether a field's surroundings say that it searches: what it does may come late. */
export function maySearch(before: Screen, row: number): boolean {
  return before.rows.some(tellsHow) || labelled(before, row);
}

/** Whether its own prompt says so, which needs no second sign. */
export function saysSearch(line: InputLine): boolean {
  return !isBarePrompt(line) && SEARCHES.test(line.prompt);
}

/** Whether the probe made rows of a list go, as far as the screen with it shows. */
export function filters(
  { before, probed }: Pick<ProbeScreens, "before" | "probed">,
  line: InputLine,
): boolean {
  const gone = goneRows(before, probed, line);
  if (gone.length === 0) return false;
  const run = gone.some((row, at) => gone[at + ROWS - 1] === row + ROWS - 1);
  const old = new Set(before.rows);
  const nothing = probed.rows.some((row) => !old.has(row) && NOTHING.test(row));
  return run || nothing || labelled(before, line.row);
}

/** Whether what went has come back. */
export function cameBack({ before, probed, after }: ProbeScreens, line: InputLine): boolean {
  const gone = goneRows(before, probed, line);
  const now = new Set(after.rows.map(words));
  return gone.length > 0 && gone.every((row) => now.has(words(before.rows[row] ?? "")));
}

/** Rows with words, other than the input's, that are nowhere any more. */
function goneRows(before: Screen, probed: Screen, line: InputLine): readonly number[] {
  const now = new Set(probed.rows.map(words));
  const mark = line.prompt.trimEnd();
  return before.rows.flatMap((text, row) => {
    const own = row === line.row ||
      (mark.trim() !== "" && !isBlankRow(mark) && text.startsWith(mark));
    return own || words(text) === "" || now.has(words(text)) ? [] : [row];
  });
}

function labelled({ rows }: Screen, row: number): boolean {
  return rows.slice(Math.max(0, row - NEAR), row + NEAR + 1).some((text) => LABEL.test(text));
}

/** A row's letters: a counter or a clock is the same row. */
function words(row: string): string {
  return row.replaceAll(/[^\p{L}]+/gu, " ").trim();
}
