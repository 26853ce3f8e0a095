/**
 * Choices on a screen: a list with a mark before one of them, or a row of buttons.
 *
 * @module
 */

/** A choice that a mark or a number stands before. */
interface Choice {
  readonly mark: string;
  /** Null without a number. */
  readonly number: number | null;
  readonly label: string;
}

/** How many rows apart two choices of a list may be: one that wraps takes several. */
const APART = 5;
/** Rows around a list in which its hint or its question is looked for. */
const AROUND = 4;

const POINTS = /^([>❯›»❱▶▸►⏵→➜➤☞◆●◉*])\s+(?=\S)/u;
const FILLED = /^[●◉◼■⬤✔✓]\s+\S|^\((?:\*|x|•|●)\)\s+\S|^\[(?:\*|x|✔|✓)\]\s+\S/iu;
const HOLLOW = /^[○◯◻□]\s+\S|^\( \)\s+\S|^\[ \]\s+\S/u;
/** Narrow screens drop the blank. */
const NUMBER = /^(\d{1,2})(?:[.)]\s*(?=[^\s\d])|:\s+(?=\S))/;

/** How to choose, in a row near a list. */
const HOW =
  /arrow keys|[↑⬆]\s*[/·,]?\s*[↓⬇]|\bto (?:select|navigate|choose|toggle|move|confirm)\b|\b(?:enter|return|↵|⏎)\s+(?:select|confirm|submit|choose)\b|<space>|\bspace (?:to )?(?:select|toggle)/i;

/** What stands on buttons, and what choices of a yes-or-no question are called. */
const ANSWER =
  /^(?:yes|no|ok|okay|cancel|allow|deny|reject|approve|accept|decline|continue|abort|retry|ignore|skip|quit|exit|back|next|close|done|always|never|once|help|overwrite|keep|delete|trust|proceed|save|discard|finish|select|don'?t \w+)(?:[ ,].{0,40})?$/i;
const BUTTON =
  /^[<[(]\s*(?:ok|okay|yes|no|continue|close|exit|quit|done|next|cancel|finish)\s*[>\])]$/i;
/** Nothing but words whose first letter is a key: `[a]pprove  [f]orbid`, `(r)etry - (q)uit ?`. */
const KEYED_WORDS = /^[-*•]?\s*(?:[[(<]\w[\])>][\p{L}]+[\s,;|/·-]*){2,}\?*$/u;
/** As the spoken word alone; a row of a table is another thing. */
const SHORT = 24;

/** A row without the frame around it, and without the frame's side in a row of its own. */
export function bareRow(row: string): string {
  return row.replaceAll(/^[\s|\u2500-\u259f]+|[\s|\u2500-\u259f]+$/g, "");
}

/** Whether a list of choices with one of them marked runs through this row. */
export function isChosen(rows: readonly string[], row: number): boolean {
  const own = choiceIn(rows[row]);
  if (own === null || own.mark === "") return false;
  if (own.number !== null) {
    return near(rows, row).some((at) => {
      const other = choiceIn(rows[at])?.number ?? null;
      return other !== null && Math.abs(other - own.number!) === 1 &&
        Math.sign(other - own.number!) === Math.sign(at - row);
    });
  }
  const siblings = [row - 1, row + 1].filter((at) => isSibling(rows, row, at));
  if (siblings.length === 0) return false;
  const answers = ANSWER.test(own.label) &&
    siblings.some((at) => ANSWER.test(bareRow(rows[at] ?? "")));
  return answers || around(rows, row, siblings).some((text) => HOW.test(text));
}

/** Whether a row is a choice with a number, marked or not. */
export function isNumbered(row: string): boolean {
  return (choiceIn(row)?.number ?? null) !== null;
}

/** Whether radio buttons or check boxes stand one below the other, one of them filled. */
export function isRadio(rows: readonly string[], row: number): boolean {
  const own = bareRow(rows[row] ?? "");
  if (!FILLED.test(own)) return false;
  const hollow = [row - 1, row + 1].some((at) => HOLLOW.test(bareRow(rows[at] ?? "")));
  if (!hollow) return false;
  // A list of things to do is drawn with boxes as well.
  return /^[●◉⬤(]/u.test(own) || around(rows, row, []).some((text) => HOW.test(text));
}

/** Whether a row holds nothing but two answers or more, or one button: `< Yes >   < No >`. */
export function isAnswerRow(row: string): boolean {
  const text = bareRow(row);
  if (BUTTON.test(text) || KEYED_WORDS.test(text)) return true;
  const cells = text.split(/\s{2,}|\s+[/|·•]\s+/).map((cell) =>
    cell.replaceAll(/^[\s<[({●○◉◯❯›>*]+|[\s>\])}]+$/gu, "")
  );
  const first = cells.findIndex((cell) => cell.length > SHORT || !ANSWER.test(cell));
  return (first < 0 ? cells.length : first) >= 2;
}

/** Whether a row tells how to choose: `↑/↓ select · enter confirm`. */
export function tellsHow(row: string): boolean {
  return HOW.test(row);
}

function choiceIn(row: string | undefined): Choice | null {
  const text = bareRow(row ?? "");
  const mark = POINTS.exec(text)?.[1] ?? "";
  const rest = mark === "" ? text : text.slice(mark.length).trimStart();
  const number = NUMBER.exec(rest);
  if (mark === "" && number === null) return null;
  const label = number === null ? rest : rest.slice(number[0].length);
  return { mark, number: number === null ? null : Number(number[1]), label };
}

/** Rows near a row, the nearest first. */
function near(rows: readonly string[], row: number): readonly number[] {
  const found: number[] = [];
  for (let apart = 1; apart <= APART; apart++) found.push(row - apart, row + apart);
  return found.filter((at) => at >= 0 && at < rows.length);
}

/** Whether a row without a mark has its text in the column of the marked one's. */
function isSibling(rows: readonly string[], row: number, at: number): boolean {
  const own = rows[row] ?? "";
  const other = rows[at] ?? "";
  const label = choiceIn(own)?.label ?? "";
  const column = own.lastIndexOf(label);
  return bareRow(other) !== "" && choiceIn(other) === null &&
    other.search(/[\p{L}\p{N}]/u) === column + label.search(/[\p{L}\p{N}]/u);
}

/** The texts a few rows above and below a list. */
function around(
  rows: readonly string[],
  row: number,
  siblings: readonly number[],
): readonly string[] {
  let top = Math.min(row, ...siblings);
  let end = Math.max(row, ...siblings);
  while (top > 0 && bareRow(rows[top - 1] ?? "") !== "") top--;
  while (end < rows.length - 1 && bareRow(rows[end + 1] ?? "") !== "") end++;
  return rows.slice(Math.max(0, top - AROUND), end + AROUND + 1).map(bareRow);
}
