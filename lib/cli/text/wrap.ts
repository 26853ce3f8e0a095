/**
 * Prose and two-column lists in a fixed width.
 *
 * @module
 */

/** Columns that help texts are written for. */
export const HELP_WIDTH = 80;

/** Breaks a paragraph at spaces; a word longer than the width stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((word) => word !== "")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Paragraphs apart by empty lines, each wrapped; lines that begin with a space stay as they are. */
export function wrapText(text: string, width: number): string {
  return text.trim().split(/\n\s*\n/).map((paragraph) => {
    const lines = paragraph.split("\n");
    return lines.some((line) => line.startsWith(" "))
      ? lines.map((line) => line.trimEnd()).join("\n")
      : wrap(paragraph, width).join("\n");
  }).join("\n\n");
}

/** Terms with what they mean beside them, or below where the term is too long. */
export function definitions(
  rows: readonly (readonly [term: string, meaning: string])[],
  maxTerm = 28,
): string {
  const fitting = rows.map(([term]) => term.length).filter((length) => length <= maxTerm);
  const column = Math.max(0, ...fitting) + 4;
  return rows.map(([term, meaning]) => {
    const lines = wrap(meaning, HELP_WIDTH - column);
    const first = `  ${term}`;
    const beside = first.length + 2 <= column;
    const head = beside ? `${first.padEnd(column)}${lines.shift() ?? ""}`.trimEnd() : first;
    return [head, ...lines.map((line) => " ".repeat(column) + line)].join("\n");
  }).join("\n");
}
