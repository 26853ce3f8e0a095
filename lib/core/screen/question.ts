/**
 * Whether a screen asks something: the forms that questions have in any program. No program is
 * named here, and no wording of one.
 *
 * @module
 */

import { lastRow, type Screen } from "./text.ts";

/** How a question is asked. */
export type QuestionForm =
  /** Options of which one is marked. */
  | "choices"
  /** Numbered options, and an input for the number. */
  | "numbered"
  /** Answers side by side in one row. */
  | "buttons"
  /** `[y/N]`, or a question that the cursor stands behind. */
  | "answer"
  /** A password, which is not shown. */
  | "secret"
  /** Any key, or Enter. */
  | "key";

/** A question, and where it stands. */
export interface Question {
  readonly form: QuestionForm;
  /** The row of the marked option, the answers or the cursor. */
  readonly row: number;
  /** That row, without frame and blanks. */
  readonly text: string;
}

const MARK = "[❯›●▶➤▸»→◉◆>]";
const MARKED_NUMBER = new RegExp(`^${MARK}\\s*(\\d{1,2})[.)]\\s+\\S`, "u");
const MARKED = new RegExp(`^${MARK}\\s+\\S`, "u");
const NUMBER = /^(\d{1,2})[.)]\s+\S/;
/** An input below a text makes the text a part of what was said before. */
const INPUT = /^[❯›>»](?!\s*\d{1,2}[.)]\s)/u;

const HINT =
  /(?:↑|↓|arrow keys|enter|return|↵|⏎).*\b(?:navigate|select|confirm|choose|move)\b|\b(?:select|confirm|choose|navigate)\b.*(?:↵|⏎|\benter\b|↑|↓)/iu;
const BUTTON =
  /^[[(<]?\s*(?:allow|approve|accept|yes|no|ok|okay|cancel|reject|deny|decline|continue|quit|exit|proceed|skip|trust|confirm)(?:\s+(?:once|always|all|anyway|for\b.*|and\b.*))?\s*[\])>]?$/i;

const YES_NO = /[[(<]\s*y(?:es)?\s*[/|]\s*no?\b[^\])>]*[\])>]\s*[?:>]*$/i;
const SURE =
  /\b(?:proceed|continue|overwrite|replace|delete|remove|are you sure|do you want|is this ok|trust)\b.*\?$/i;
const SECRET =
  /\b(?:password|passphrase|passcode|pin|one-time code|verification code|otp)\b.{0,80}:$/i;
const KEY = /\b(?:press|hit)\b.{0,12}\b(?:any key|a key|enter|return|space)\b|\bany key to\b/i;
const PICK = /\b(?:select|choose|choice|option|selection|number)\b.{0,60}[:>?]$|^#\?$/i;

/** Rows from the bottom, blank ones not counted, in which a question stands. */
const REACH = 24;

/** Rows that may stand below the options: a hint, the program's status. */
const BELOW = 8;

/** The question that a screen asks, null when there is none to be seen. */
export function questionOn(screen: Screen): Question | null {
  const bottom = bottomRows(screen);
  return choices(bottom) ?? buttons(bottom) ?? atCursor(screen, bottom);
}

interface Row {
  readonly row: number;
  readonly text: string;
}

/** What a row holds within its frame. */
function content(line: string): string {
  return line.replace(/^[\s│┃║|]+/u, "").replace(/[\s│┃║|]+$/u, "");
}

/** The last rows that hold something, from the top, the frame taken off. */
function bottomRows(screen: Screen): readonly Row[] {
  const rows: Row[] = [];
  for (let row = lastRow(screen); row >= 0 && rows.length < REACH; row--) {
    const text = content(screen.rows[row] ?? "");
    if (text !== "" && !/^[\u2500-\u259f\s]*$/u.test(text)) rows.unshift({ row, text });
  }
  return rows;
}

/** A marked option beside others that have none: numbered, or with a hint how to choose. */
function choices(bottom: readonly Row[]): Question | null {
  for (let at = bottom.length - 1; at >= 0; at--) {
    const { row, text } = bottom[at] ?? { row: 0, text: "" };
    const number = MARKED_NUMBER.exec(text)?.[1];
    const end = number === undefined
      ? hintedEnd(bottom, at)
      : numberedEnd(bottom, at, Number(number));
    if (end === null || bottom.length - 1 - end > BELOW) continue;
    if (bottom.slice(end + 1).some((below) => INPUT.test(below.text))) continue;
    return { form: "choices", row, text };
  }
  return null;
}

/** The last of the numbered options around a marked one; null when it stands alone. */
function numberedEnd(bottom: readonly Row[], at: number, number: number): number | null {
  let end: number | null = null;
  let wanted = number + 1;
  for (let next = at + 1; next < Math.min(bottom.length, at + 24); next++) {
    if (Number(NUMBER.exec(bottom[next]?.text ?? "")?.[1]) !== wanted) continue;
    end = next;
    wanted++;
  }
  if (end !== null) return end;
  const above = bottom.slice(Math.max(0, at - 6), at);
  return above.some(({ text }) => Number(NUMBER.exec(text)?.[1]) === number - 1) ? at : null;
}

/** The row of the hint that belongs to a marked option without a number. */
function hintedEnd(bottom: readonly Row[], at: number): number | null {
  if (!MARKED.test(bottom[at]?.text ?? "")) return null;
  const hint = bottom.findIndex(({ text }, index) => index > at && HINT.test(text));
  if (hint < 0 || hint - at > 15) return null;
  const beside = [bottom[at - 1], bottom[at + 1]].filter((row) =>
    row !== undefined && Math.abs(row.row - (bottom[at]?.row ?? 0)) === 1
  );
  const other = beside.some((row) => !MARKED.test(row?.text ?? "") && row !== bottom[hint]);
  return other ? hint : null;
}

/** Answers side by side. */
function buttons(bottom: readonly Row[]): Question | null {
  for (const { row, text } of bottom.slice(-BELOW).toReversed()) {
    if (INPUT.test(text)) return null;
    const parts = text.split(/\s{2,}|\s[/|·]\s/).map((part) =>
      part.replace(new RegExp(`^${MARK}\\s*`, "u"), "").trim()
    );
    if (BUTTON.test(parts[0] ?? "") && BUTTON.test(parts[1] ?? "")) {
      return { form: "buttons", row, text };
    }
  }
  return null;
}

/** A question that the cursor stands behind, or that is the last that was said. */
function atCursor(screen: Screen, bottom: readonly Row[]): Question | null {
  const { x, y } = screen.cursor;
  const line = screen.rows[y] ?? "";
  const text = content(line);
  const last = bottom.at(-1);
  if (last !== undefined && KEY.test(last.text) && !INPUT.test(text)) {
    return { form: "key", row: last.row, text: last.text };
  }
  const behind = x >= line.length && x - line.length <= 2;
  if (text === "" || !behind || last?.row !== y || INPUT.test(text)) return null;
  if (SECRET.test(text)) return { form: "secret", row: y, text };
  if (YES_NO.test(text) || SURE.test(text)) return { form: "answer", row: y, text };
  const numbers = bottom.filter((row) => NUMBER.test(row.text)).length;
  return PICK.test(text) && numbers >= 2 ? { form: "numbered", row: y, text } : null;
}
