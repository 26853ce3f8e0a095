/**
 * What a program answered, as its screen shows it: what came after the text, without the text itself
 * and without what the program draws around it.
 *
 * @module
 */

import { echoRows } from "../mark/echo.ts";
import { lineHash } from "../mark/hash.ts";
import type { NewText } from "../mark/join.ts";
import type { Mark } from "../mark/mark.ts";
import type { PaneText } from "../mark/pane_text.ts";
import { isFurniture, isPlaceholder } from "./furniture.ts";
import { withoutMargin } from "./margin.ts";

/** An answer that was read off a screen. */
export interface ScreenAnswer {
  /** Its lines, joined by line feeds; empty when there is none. */
  readonly text: string;
  /** Its beginning can't be found: lines of it may be missing. */
  readonly gap: boolean;
}

/**
 * Takes the answer out of a text that was read at the end of a turn.
 *
 * @param mark from before the text went in, with its print
 * @param fresh what of it is newer than the mark
 */
export function screenAnswer(
  text: PaneText,
  { fresh, mark }: { readonly fresh: NewText; readonly mark: Mark },
): ScreenAnswer {
  const lines = text.lines.map((line) => line.text);
  const isNew = new Set(fresh.lines);
  const first = fresh.lines[0] ?? lines.length;
  const shown = echoRows(lines.slice(first), mark.echo)[0];
  const placeholder = lines.findIndex((line, at) => isNew.has(at) && isPlaceholder(line));
  const top = shown !== undefined
    ? first + shown.last + 1
    : placeholder >= 0
    ? placeholder + 1
    : first;
  const bottom = mark.lines.length === 0
    ? Math.max(top, inputTop(lines))
    : bottomOf(lines, { top, isNew });
  // A prompt without a frame is behind the answer what it was before.
  const prompt = bottom > top && lineHash(lines[bottom - 1] ?? "") === mark.lines.at(-1);
  const rows = trimmed(lines.slice(top, prompt ? bottom - 1 : bottom));
  // Some keep the prompt in sight at the top, whatever scrolls below it.
  const pinned = text.alternate && shown !== undefined && mark.lines.length > 0 &&
    lines.slice(0, first + shown.first).every((line) => line.trim() === "");
  return {
    text: withoutMargin(rows).join("\n"),
    gap: pinned || (fresh.gap && shown === undefined && placeholder < 0),
  };
}

/** Rows from the bottom in which an input may stand. */
const INPUT_ROWS = 14;

/** Where the input begins, by its form alone: a lid above and a lid below, or the last row. */
function inputTop(lines: readonly string[]): number {
  const lid = (at: number) => /[─━═]{8}/.test(lines[at] ?? "") && LID.test(lines[at] ?? "");
  const from = Math.max(0, lines.length - INPUT_ROWS);
  let below = lines.length - 1;
  while (below > from && !lid(below)) below--;
  let above = below - 1;
  while (above > from && !lid(above)) above--;
  return above >= from && lid(above) && lid(below) ? above : lines.length - 1;
}

/** The first old line below the text: what stood below before is moved down by what came. */
function bottomOf(
  lines: readonly string[],
  { top, isNew }: { readonly top: number; readonly isNew: ReadonlySet<number> },
): number {
  const old = lines.findIndex((line, at) => at >= top && !isNew.has(at) && line.trim() !== "");
  return old < 0 ? lines.length : old;
}

/** Nothing, or the lid of a box; a table has corners and crossings of its own. */
const LID = /^[\s─━═╭╮╰╯▀▄│┃]*$/u;

/** Without blank rows, frames and furniture at both ends. */
function trimmed(rows: readonly string[]): readonly string[] {
  let from = 0;
  let to = rows.length;
  const gone = (row: string) => LID.test(row) || isFurniture(row);
  while (from < to && gone(rows[from] ?? "")) from++;
  while (to > from && gone(rows[to - 1] ?? "")) to--;
  return rows.slice(from, to);
}
