/**
 * What a pane's text holds that is newer than a mark: never a line twice, never one left out without
 * a word. tmux numbers no lines for good (a history is cut at its limit, cleared, and laid out anew
 * when its width changes), so a place counts only when the lines there are those of the mark.
 *
 * @module
 */

import { diffLines } from "./diff.ts";
import { BLANK, lineHash } from "./hash.ts";
import type { Mark } from "./mark.ts";
import type { PaneText, TextLine } from "./pane_text.ts";
import { findEnd, findRun } from "./search.ts";

/** What came after a mark. */
export interface NewText {
  /** The old end was not found: the rows are those of the screen, and some may be missing before. */
  readonly gap: boolean;
  /** The first row goes on where the last old row ended. */
  readonly continues: boolean;
  /** Rows as they are on the screen. */
  readonly rows: readonly string[];
  /** Which of the text's lines are new, as far as that can be told. */
  readonly lines: readonly number[];
}

/** @returns null when that takes a text that goes back further */
export function joinSince(mark: Mark, text: PaneText): NewText | null {
  if (mark.alternate !== text.alternate) return gapOf(text);
  if (text.alternate) return screenSince(mark, text);
  const hashes = text.lines.map((line) => lineHash(line.text));
  const start = expectedStart(mark, text);
  if (start !== null) {
    if (mark.lines.length === 0) return added(text, range(start, text.lines.length));
    const joined = joinAt(mark, text, { hashes, start });
    if (joined !== null) return joined;
  }
  if (!text.whole) return null;
  const end = findEnd(mark, text.lines, hashes);
  if (end === "several") return gapOf(text);
  if (end !== null) return after(mark, text, end);
  const run = findRun(mark, hashes);
  if (run === null) return gapOf(text);
  const diff = diffLines(mark.lines.slice(run.old), hashes.slice(run.now));
  return added(text, diff.added.map((at) => run.now + at));
}

/** The index of the line where the mark's first one stands, if nothing was taken away above it. */
function expectedStart(mark: Mark, text: PaneText): number | null {
  const mostCut = Math.max(1, Math.floor(text.limit / 10));
  if (text.history < mark.history || text.history >= text.limit - mostCut) return null;
  if (mark.width !== text.width) return text.whole ? mark.index : null;
  const from = text.lines.findIndex((line) => line.row >= mark.row);
  if (from >= 0) return text.lines[from]?.row === mark.row || !mark.lines.length ? from : null;
  return mark.lines.length === 0 ? text.lines.length : null;
}

/** Joins at a place that is likely; null when it isn't the place. */
function joinAt(
  mark: Mark,
  text: PaneText,
  { hashes, start }: { readonly hashes: readonly number[]; readonly start: number },
): NewText | null {
  const last = mark.lines.length - 1;
  let same = 0;
  while (same < last && mark.lines[same] === hashes[start + same]) same++;
  if (same === last && endsIn(mark, text.lines[start + last])) {
    return after(mark, text, start + last);
  }
  const inked = (lines: readonly number[]) => lines.filter((line) => line !== BLANK).length;
  const enough = Math.max(1, Math.min(2, inked(mark.lines) - 1));
  const stood = inked(mark.lines.slice(0, same));
  const diff = diffLines(mark.lines, hashes.slice(start));
  // Where little stands still above, what was moved below has to show that it is the same screen.
  const kept = inked(diff.kept.map(([at]) => mark.lines[at] ?? BLANK));
  if (stood < enough && (stood === 0 || kept * 2 < inked(mark.lines))) return null;
  return added(text, diff.added.map((at) => start + at));
}

/** Whether the mark's last line is this one, or what this one begins with. */
function endsIn(mark: Mark, line: TextLine | undefined): boolean {
  return line !== undefined &&
    lineHash(line.text.slice(0, mark.lastLength)) === mark.lines.at(-1);
}

/** All that is behind the mark's last line, which is the one at `end`. */
function after(mark: Mark, text: PaneText, end: number): NewText {
  const rest: string[] = [];
  let continues = false;
  let at = 0;
  for (const row of text.lines[end]?.rows ?? []) {
    // Between two rows there may be white space, which no row ends with.
    const start = Math.max(at, text.lines[end]?.text.indexOf(row, at) ?? 0);
    at = start + row.length;
    if (at <= mark.lastLength) continue;
    if (start < mark.lastLength) continues = true;
    rest.push(row.slice(Math.max(0, mark.lastLength - start)));
  }
  const rows = text.lines.slice(end + 1).flatMap((line) => line.rows);
  const lines = range(end + (rest.length > 0 ? 0 : 1), text.lines.length);
  return { gap: false, continues, rows: [...rest, ...rows], lines };
}

function added(text: PaneText, lines: readonly number[]): NewText {
  const rows = lines.flatMap((at) => text.lines[at]?.rows ?? []);
  return { gap: false, continues: false, rows, lines };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** The screen, where nothing better is known. */
function gapOf(text: PaneText): NewText {
  const top = text.alternate ? 0 : text.history;
  const first = text.lines.findIndex((line) => line.row + line.rows.length > top);
  const lines = range(first < 0 ? text.lines.length : first, text.lines.length);
  const rows = text.lines.slice(lines[0] ?? text.lines.length)
    .flatMap((line) => line.rows.slice(Math.max(0, top - line.row)));
  return { gap: true, continues: false, rows, lines };
}

/** Most lines in place of which others came where nothing scrolled: a spinner, a header's clock. */
const REPLACED = 3;
/** Lines that stand still at the top, more than a header has: nothing scrolled. */
const STANDING = 8;

/** A full-screen program paints all: what it scrolled is known by what is left at the top. */
function screenSince(mark: Mark, text: PaneText): NewText {
  const now = text.lines.map((line) => lineHash(line.text));
  const old = [...Array<number>(mark.lines.length === 0 ? 0 : mark.row).fill(BLANK), ...mark.lines];
  const { added: fresh, kept } = diffLines(old, now);
  if (!isWhole(old, now, kept)) return { ...gapOf(text), lines: fresh };
  const rows = fresh.map((at) => text.lines[at]?.text ?? "");
  while (rows[0] === "") rows.shift();
  while (rows.at(-1) === "") rows.pop();
  return { gap: false, continues: false, rows, lines: fresh };
}

/** Whether what is new on a screen is all that is new. */
function isWhole(
  old: readonly number[],
  now: readonly number[],
  kept: readonly (readonly [number, number])[],
): boolean {
  const inked = kept.filter(([at]) => old[at] !== BLANK);
  const lost = old.filter((line) => line !== BLANK).length - inked.length;
  if (lost === 0) return true;
  let top = 0;
  while (top < old.length && old[top] === now[top]) top++;
  if (inked.filter(([at]) => at < top).length >= STANDING) return true;
  const firstNew = now.findIndex((line, at) => at >= top && line !== BLANK);
  if (inked.some(([at, to]) => to === firstNew && to < at)) return true;
  const head = old.findIndex((line) => line !== BLANK) + REPLACED;
  const upper = Math.min(head, old.length / 2);
  return lost <= REPLACED && inked.some(([at, to]) => at === to && at < upper);
}
