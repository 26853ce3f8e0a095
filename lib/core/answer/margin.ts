/**
 * What programs put to the left of an answer: a mark on its first row and blanks on the others, or a
 * bar down its side.
 *
 * @module
 */

/** A mark, and the room behind it. */
const MARK = /^(\s*[●•✦⏺◆∙⬢◇▪⏵✧○◉•⎿└]\s+)\S/u;
/** A bar, and the room behind it. */
const BAR = /^(\s*[│┃▌▏|]\s?)/u;

/** The rows without it; rows of which one would lose more than that stay as they are. */
export function withoutMargin(rows: readonly string[]): readonly string[] {
  return withoutIndent(withoutMark(withoutBar(rows)));
}

function withoutBar(rows: readonly string[]): readonly string[] {
  const filled = rows.filter((row) => row.trim() !== "");
  // One row alone may begin with one of its own, as a row of a table does.
  if (filled.length < 2 || !filled.every((row) => /^\s*[│┃▌▏]/u.test(row))) return rows;
  const sides = filled.every((row) => /[│┃]\s*$/u.test(row));
  return rows.map((row) => {
    const inner = row.replace(BAR, "");
    return (sides ? inner.replace(/\s*[│┃]\s*$/u, "") : inner).trimEnd();
  });
}

function withoutMark(rows: readonly string[]): readonly string[] {
  const [first = "", ...rest] = rows;
  const mark = MARK.exec(first)?.[1];
  if (mark === undefined) return rows;
  const width = mark.length;
  const room = " ".repeat(width);
  if (rest.some((row) => row.trim() !== "" && !row.startsWith(room))) return rows;
  return [first.slice(width), ...rest.map((row) => row.slice(width))];
}

function withoutIndent(rows: readonly string[]): readonly string[] {
  const indents = rows.filter((row) => row.trim() !== "")
    .map((row) => row.length - row.trimStart().length);
  const least = Math.min(...indents);
  return indents.length === 0 || least === 0 ? rows : rows.map((row) => row.slice(least));
}
