/**
 * The demo agent's face: a model in, rows and the bytes that draw them out.
 *
 * @module
 */

import { cellOf } from "../core/screen/text.ts";
import type { AgentModel } from "./agent_model.ts";

/** Columns and rows. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What is drawn, and where the cursor stands, both from 0. */
export interface Frame {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** What the wall asks. */
export const WALL_QUESTION = "Do you trust the files in this folder?";

/** Switches bracketed paste on. */
export const PASTE_ON = "\x1b[?2004h";

const TITLE = "fab demo agent: a stand-in that answers with what it was given";
const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧";
const PROMPT = "> ";

/** Draws the agent. Where the screen is low, the end of what was said and of the input shows. */
export function drawAgent(model: AgentModel, { columns, rows }: Size): Frame {
  const width = Math.max(PROMPT.length + 6, columns);
  const fit = (lines: readonly string[], lead = "") =>
    lines.flatMap((line) => wrap(line, width - lead.length).map((row) => lead + row));
  if (model.place !== "input") {
    const lines = model.place === "boot"
      ? [TITLE, "", "starting…"]
      : [TITLE, "", WALL_QUESTION, "", "❯ Yes, go on (Enter)"];
    return {
      rows: fit(lines).slice(0, rows),
      cursor: { row: Math.min(lines.length, rows) - 1, column: 0 },
    };
  }
  const box = drawInput(model.input, { width, rows: Math.max(1, rows - 4) });
  const said = model.said.flatMap(({ by, text }) =>
    markFirst(fit(text.split("\n"), "  "), by === "person" ? "› " : "● ")
  );
  const spinner = model.busy
    ? ["", `${SPINNER.charAt(model.spins % SPINNER.length)} working…`]
    : [];
  const all = [...fit([TITLE, ""]), ...said, ...fit(spinner)];
  const above = all.slice(Math.max(0, all.length - (rows - box.rows.length)));
  return {
    rows: [...above, ...box.rows],
    cursor: { row: above.length + box.cursor.row, column: box.cursor.column },
  };
}

/** The bytes that draw a frame over the last one. */
export function paint({ rows, cursor }: Frame): string {
  const lines = rows.map((row) => `${row}\x1b[K`).join("\r\n");
  return `\x1b[H${lines}\x1b[J\x1b[${cursor.row + 1};${cursor.column + 1}H`;
}

function drawInput(
  text: string,
  { width, rows }: { readonly width: number; readonly rows: number },
): Frame {
  const inner = width - 4 - PROMPT.length;
  const all = text.split("\n").flatMap((line) => wrap(line, inner));
  const shown = all.slice(-rows);
  const lines = shown.map((row, index) => {
    const lead = index === 0 && shown.length === all.length ? PROMPT : " ".repeat(PROMPT.length);
    return `│ ${lead}${row}${" ".repeat(Math.max(0, inner - cells(row)))} │`;
  });
  return {
    rows: [`╭${"─".repeat(width - 2)}╮`, ...lines, `╰${"─".repeat(width - 2)}╯`],
    cursor: { row: shown.length, column: 2 + PROMPT.length + cells(shown.at(-1) ?? "") },
  };
}

function markFirst(rows: readonly string[], mark: string): readonly string[] {
  return rows.map((row, index) => index === 0 ? mark + row.slice(mark.length) : row);
}

/** A line in pieces of at most `width` cells; an empty line is one empty piece. */
function wrap(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const char of line.replaceAll("\t", "    ")) {
    if (cells(row) + cells(char) > width && row !== "") {
      rows.push(row);
      row = "";
    }
    row += char;
  }
  return [...rows, row];
}

function cells(text: string): number {
  return cellOf(text, text.length);
}
