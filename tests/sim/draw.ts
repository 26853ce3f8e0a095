/**
 * Draws the live part of a simulated agent's screen: what is above the input, the input, and what
 * is below it. Pure: a view in, rows out.
 *
 * @module
 */

import type { Behaviour } from "./behaviour.ts";
import { fit, layout, textWidth } from "./text.ts";

/** What is to be drawn. */
export interface View {
  readonly behaviour: Behaviour;
  readonly columns: number;
  /** Rows that the live part may take. */
  readonly maxRows: number;
  readonly text: string;
  /** Code unit offset of the cursor in `text`. */
  readonly cursor: number;
  readonly label: (character: string) => string | null;
  /** The prompt in use: shell mode has its own. */
  readonly prompt: string;
  /** Rows above the input: a spinner, a queued message, a clock. */
  readonly above: readonly string[];
  /** Rows of a completion popup, under the input. */
  readonly popup: readonly string[];
}

/** Rows of at most `columns` columns, and where the cursor is in them. */
export interface Frame {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

const DIM = "\x1b[2m";
const PLAIN = "\x1b[22m";
const SIDEBAR_FROM = 120;
const SIDEBAR_COLUMNS = 36;

/** Columns in which the text of the input wraps. */
export function textColumns(view: Pick<View, "behaviour" | "columns" | "prompt">): number {
  const frame = hasSides(view.behaviour) ? 4 : 0;
  return Math.max(1, inputColumns(view) - frame - textWidth(view.prompt));
}

function hasSides({ look }: Behaviour): boolean {
  return look === "box" || look === "ascii";
}

function inputColumns({ behaviour, columns }: Pick<View, "behaviour" | "columns">): number {
  return behaviour.sidebar && columns >= SIDEBAR_FROM ? columns - SIDEBAR_COLUMNS : columns;
}

/** Draws the view. Only the end of a text that does not fit is shown. */
export function draw(view: View): Frame {
  const { behaviour, prompt } = view;
  const width = textColumns(view);
  const whole = inputColumns(view);
  const framed = behaviour.look !== "line";
  const label = behaviour.label === null ? [] : [behaviour.label];
  const hint = behaviour.hint === null || view.popup.length > 0 ? [] : [behaviour.hint];
  const fixed = label.length + (framed ? 2 : 0);
  // What is beside the input gives way to it where the screen is low.
  const spare = Math.max(0, view.maxRows - fixed - 1);
  const below = [...view.popup, ...hint].slice(0, Math.min(spare, 4));
  const above = view.above.slice(-Math.max(0, spare - below.length));

  const rows = layout(view.text, { width, words: behaviour.wordWrap, label: view.label });
  const room = Math.max(1, view.maxRows - fixed - below.length - above.length);
  const shown = rows.slice(-Math.min(room, behaviour.maxRows ?? room));
  const hidden = rows.length - shown.length;
  const indent = " ".repeat(textWidth(prompt));
  const empty = view.text === "" && behaviour.emptyText !== null;
  const ghost = view.text === "" || behaviour.ghost === null ? "" : behaviour.ghost;
  const inputRows = shown.map((row, index) => {
    const lead = index + hidden === 0 ? prompt : indentFor(behaviour, prompt, indent);
    const suggestion = index === shown.length - 1 ? fit(ghost, width - row.width).trimEnd() : "";
    const text = empty
      ? `${DIM}${fit(behaviour.emptyText ?? "", width).trimEnd()}${PLAIN}`
      : suggestion === ""
      ? row.text
      : `${row.text}${DIM}${suggestion}${PLAIN}`;
    const columns = empty
      ? fit(behaviour.emptyText ?? "", width).trimEnd().length
      : row.width + suggestion.length;
    const fill = " ".repeat(Math.max(0, width - columns));
    if (behaviour.look === "box") return `│ ${lead}${text}${fill} │`;
    if (behaviour.look === "ascii") return `| ${lead}${text}${fill} |`;
    return behaviour.sidebar && whole < view.columns ? `${lead}${text}${fill}` : `${lead}${text}`;
  });

  let cursorRow = shown.findLastIndex((row) => row.start <= view.cursor);
  if (cursorRow < 0) cursorRow = 0;
  const at = shown[cursorRow];
  const ahead = at === undefined ? "" : view.text.slice(at.start, view.cursor);
  const aheadRow = layout(ahead, { width: Number.MAX_SAFE_INTEGER, label: view.label })[0];
  const column = (hasSides(behaviour) ? 2 : 0) + textWidth(prompt) + (aheadRow?.width ?? 0);

  const lid = lidOf(behaviour, whole);
  const before = [...above, ...label, ...(framed ? [lid.top] : [])].map((row) =>
    fit(row, whole).trimEnd()
  );
  const after = [...(framed ? [lid.bottom] : []), ...below].map((row) => fit(row, whole).trimEnd());
  return {
    rows: beside(view, [...before, ...inputRows, ...after]),
    cursor: { row: before.length + cursorRow, column: Math.min(column, view.columns - 1) },
  };
}

/** The rows above and below a framed input. */
function lidOf(
  { look }: Behaviour,
  columns: number,
): { readonly top: string; readonly bottom: string } {
  if (look === "rules") return { top: "─".repeat(columns), bottom: "─".repeat(columns) };
  const line = (look === "box" ? "─" : "-").repeat(columns - 2);
  return look === "box"
    ? { top: `╭${line}╮`, bottom: `╰${line}╯` }
    : { top: `+${line}+`, bottom: `+${line}+` };
}

/** A bar at the left goes down the whole input; any other prompt stands on its first row alone. */
function indentFor(behaviour: Behaviour, prompt: string, indent: string): string {
  if (behaviour.continuation !== null) return behaviour.continuation;
  return behaviour.prompt.startsWith("┃") ? prompt : indent;
}

/** Puts the side bar's rows beside the input's. */
function beside(view: View, rows: readonly string[]): readonly string[] {
  if (!view.behaviour.sidebar || view.columns < SIDEBAR_FROM) return rows;
  const bar = ["Context", "14,303 tokens", "7% used", "$0.00 spent", "LSP", "No servers yet"];
  const width = inputColumns(view);
  return rows.map((row, index) => `${fit(row, width)} ${bar[index % bar.length]}`);
}
