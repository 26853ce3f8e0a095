/**
 * A placeholder that a program shows instead of a long paste, such as `[Pasted text #1 +3 lines]`.
 *
 * @module
 */

import { countsAgree } from "../message/counts.ts";
import type { Payload } from "../message/payload.ts";
import { beginsClean, type EchoScreens, endsClean } from "./around.ts";
import { type EmptyInput, inputRow } from "./input_line.ts";
import {
  cellRange,
  countOnScreen,
  flatten,
  fold,
  foldStart,
  isBlankRow,
  lastRow,
  type Place,
  type Screen,
  withinFrame,
} from "./text.ts";

/** What stands in the place of a paste. */
export interface StandIn {
  readonly token: string;
  readonly end: Place | null;
}

/** Folded length from which programs are known to fold a paste into a placeholder. */
const FOLDED_FROM = 140;
/** Folded characters in a row that a placeholder and a text have in common only if it is the text. */
const ALIKE = 8;

const NAMED = /\[[^[\]]{0,40}paste[^[\]]{0,80}\]/giu;
/** What a placeholder of a program that is not known is put between. */
const ENCLOSED = /^(?:\[.+\]|\(.+\)|<.+>|\{.+\}|«.+»|‹.+›|【.+】|「.+」|『.+』|《.+》)$/su;

/**
 * Looks for a placeholder that stands alone in the input, for texts that programs fold.
 *
 * @param behind what was put in before it, and stands in front of it
 * @returns null also where a number in it is not one of the text
 */
export function standIn(payload: Payload, screens: EchoScreens, behind = ""): StandIn | null {
  if (!payload.multiline && fold(payload.text).length <= FOLDED_FROM) return null;
  return named(payload, screens, behind) ?? (behind === "" ? enclosed(payload, screens) : null);
}

function named({ text }: Payload, screens: EchoScreens, behind: string): StandIn | null {
  const { now, baseline } = screens;
  const flat = flatten(now.rows);
  for (const match of [...flat.text.matchAll(NAMED)].reverse()) {
    const [token] = match;
    const start = flat.places[match.index];
    const end = flat.places[match.index + token.length - 1];
    if (start === undefined || end === undefined) continue;
    if (countOnScreen(now, token) <= countOnScreen(baseline, token)) continue;
    const head = fold(behind).slice(-ALIKE);
    const follows = head === ""
      ? beginsClean(start, screens, false)
      : flat.text.slice(0, match.index).endsWith(head);
    if (!follows || !endsClean(end, screens)) continue;
    const parts = partsOf(now, start, end);
    if (![" ", ""].some((gap) => countsAgree(parts.join(gap), text))) continue;
    return { token: parts.join(" "), end };
  }
  return null;
}

/** The rows from one place to another, without frames. */
function partsOf({ rows }: Screen, start: Place, end: Place): readonly string[] {
  const parts: string[] = [];
  for (let row = start.row; row <= end.row; row++) {
    const { from, to } = withinFrame(rows, row);
    const last = row === end.row ? end.index + 1 : to;
    const part = (rows[row] ?? "").slice(row === start.row ? start.index : from, last);
    parts.push(part.replaceAll(/[\u2500-\u259f]/g, " ").trim());
  }
  return parts;
}

/** Whatever else is new in the input, and is put between brackets. */
function enclosed({ text }: Payload, { baseline, now, input }: EchoScreens): StandIn | null {
  const row = inputRow(now, input) ?? lastRow(now) - input.rowsBelow;
  const mark = input.prompt.trimEnd();
  const parts = [(now.rows[row] ?? "").slice(mark.length)];
  for (let next = row + 1; next < now.rows.length; next++) {
    const line = now.rows[next] ?? "";
    if (isBlankRow(line) || baseline.rows.includes(line)) break;
    parts.push(foldStart(mark) === "" && line.startsWith(mark) ? line.slice(mark.length) : line);
  }
  const shown = parts.map((part) => part.replaceAll(/[\u2500-\u259f]/g, " ").trim());
  const raw = shown.join(" ").trim();
  if (!ENCLOSED.test(raw) || fold(raw) === input.emptyRest || alike(raw, text)) return null;
  if (countOnScreen(now, raw) <= countOnScreen(baseline, raw)) return null;
  if (![" ", ""].some((gap) => countsAgree(shown.join(gap), text))) return null;
  // Another hint in an empty input: the cursor, which follows the text, did not move.
  if (cursorAtStart(baseline, input.row, input) && cursorAtStart(now, row, input)) return null;
  const flat = flatten(now.rows);
  const at = flat.text.lastIndexOf(fold(raw));
  return { token: raw, end: flat.places[at + fold(raw).length - 1] ?? null };
}

/** Whether a part of one text is a part of the other: it is no placeholder, but a text that was changed. */
function alike(shown: string, text: string): boolean {
  const letters = (one: string) =>
    fold(one.normalize("NFKD")).toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const wanted = letters(text);
  const part = letters(shown);
  for (let at = 0; at + ALIKE <= part.length; at++) {
    if (wanted.includes(part.slice(at, at + ALIKE))) return true;
  }
  return part.length < ALIKE && wanted.includes(part);
}

/** Whether the cursor stands directly behind the prompt of the input's row. */
function cursorAtStart(screen: Screen, row: number, input: EmptyInput): boolean {
  const { least, most } = cellRange(input.prompt, input.prompt.length);
  return screen.cursor.y === row && screen.cursor.x >= least && screen.cursor.x <= most;
}
