/**
 * Tables that stay aligned whatever their cells hold.
 *
 * @module
 */

import { visible } from "../../core/visible.ts";
import { fitColumns } from "./columns.ts";
import { displayWidth, graphemes } from "./display_width.ts";

/** How a cell is drawn where colour is allowed. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "cyan";

const CODES: Readonly<Record<Style, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  cyan: 36,
};

/** A cell: its text, or its text and how it is drawn. */
export type Cell = string | { readonly text: string; readonly style: Style };

/** What a table is drawn for. */
export interface TableOptions {
  /** Columns of the terminal, to which lines are cut; null: nothing is cut. */
  readonly width: number | null;
  readonly color: boolean;
  /**
   * Headers of columns that give way to the others where there is no room, the first one first:
   * they are narrowed, then left out. Without it lines are cut at their end.
   */
  readonly yielding?: readonly string[];
}

/** Spaces between columns. */
const GAP = 2;

/**
 * Draws a table, a line for the headers and one a row, each with a line feed and no blanks at its
 * end. Widths are display widths; control characters in cells are shown as escapes.
 */
export function table(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
): string {
  const head = headers.map((text): Cell => ({ text, style: "bold" }));
  const lines = [head, ...rows].map((cells) =>
    cells.map((cell) => {
      const text = visible(typeof cell === "string" ? cell : cell.text);
      return {
        text,
        width: displayWidth(text),
        style: typeof cell === "string" ? null : cell.style,
      };
    })
  );
  const full = headers.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.width ?? 0))
  );
  const yielding = (options.yielding ?? []).map((header) => headers.indexOf(header));
  const widths = options.width === null
    ? full
    : fitColumns(full, { width: options.width, gap: GAP, yielding });
  const kept = headers.flatMap((_, column) => (widths[column] === null ? [] : [column]));
  return lines.map((all) => {
    const cells = kept.map((column) => narrowed(all[column]!, widths[column] ?? 0));
    let left = options.width ?? Infinity;
    let line = "";
    let gap = 0;
    for (const [column, cell] of cells.entries()) {
      if (cell.width > 0) {
        if (left - gap <= 0) break;
        const text = cell.width <= left - gap ? cell.text : cut(cell.text, left - gap);
        line += " ".repeat(gap) + (options.color ? styled(text, cell.style) : text);
        left -= gap + cell.width;
        gap = 0;
      }
      gap += (widths[kept[column] ?? 0] ?? 0) - cell.width + GAP;
    }
    return `${line}\n`;
  }).join("");
}

/** A cell in a column that may have been narrowed. */
function narrowed<C extends { readonly text: string; readonly width: number }>(
  cell: C,
  width: number,
): C {
  if (cell.width <= width) return cell;
  const text = cut(cell.text, width);
  return { ...cell, text, width: displayWidth(text) };
}

/** The text in at most `width` columns, its end replaced by `…` where it is longer. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let used = 0;
  for (const character of graphemes(text)) {
    used += displayWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A text in a style, whatever the terminal; ask {@linkcode Out.color} first. */
export function styled(text: string, style: Style | null): string {
  return style === null ? text : `\x1b[${CODES[style]}m${text}\x1b[0m`;
}
