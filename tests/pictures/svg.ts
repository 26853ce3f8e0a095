/**
 * A terminal's screen as an SVG: what `tmux capture-pane -e` printed, drawn row by row. Written by hand:
 * what npm has for it plays recordings, and draws no still screen.
 *
 * @module
 */

import { eastAsianWidth } from "get-east-asian-width";

/** The colours of a picture. */
export interface Theme {
  readonly name: "light" | "dark";
  readonly back: string;
  readonly text: string;
  readonly faint: string;
  readonly rim: string;
  /** The sixteen of a terminal. */
  readonly ansi: readonly string[];
}

const DARK = "#6e7681 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4".split(" ");
const LIGHT = "#24292f #cf222e #116329 #7d4e00 #0969da #8250df #1b7c83 #6e7781".split(" ");

/** On a light and on a dark page. */
export const THEMES: readonly Theme[] = [
  {
    name: "light",
    back: "#ffffff",
    text: "#1f2328",
    faint: "#656d76",
    rim: "#d0d7de",
    ansi: [...LIGHT, ...LIGHT],
  },
  {
    name: "dark",
    back: "#0d1117",
    text: "#e6edf3",
    faint: "#7d8590",
    rim: "#30363d",
    ansi: [...DARK, ...DARK],
  },
];

/** A stretch of one row in one style. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly reverse: boolean;
  /** One of the sixteen; null for the text's own. */
  readonly color: number | null;
}

const PLAIN = { bold: false, faint: false, reverse: false, color: null };
type Style = Omit<Run, "text">;

/** Reads rows with SGR sequences; other sequences are left out. */
export function readRows(ansi: string): Run[][] {
  let style: Style = PLAIN;
  return ansi.replace(/\n+$/, "").split("\n").map((line) => {
    const runs: Run[] = [];
    // deno-lint-ignore no-control-regex -- escape sequences begin with it
    for (const [, codes, text] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
      if (text !== undefined) runs.push({ text, ...style });
      else style = styled(style, codes ?? "");
    }
    return runs;
  });
}

function styled(style: Style, codes: string): Style {
  let now = style;
  for (const code of codes.split(";").map(Number)) {
    if (code === 0) now = PLAIN;
    else if (code === 1) now = { ...now, bold: true };
    else if (code === 2) now = { ...now, faint: true };
    else if (code === 7) now = { ...now, reverse: true };
    else if (code === 22) now = { ...now, bold: false, faint: false };
    else if (code === 27) now = { ...now, reverse: false };
    else if (code === 39) now = { ...now, color: null };
    else if (code >= 30 && code <= 37) now = { ...now, color: code - 30 };
    else if (code >= 90 && code <= 97) now = { ...now, color: code - 82 };
  }
  return now;
}

const CELL = 8.4;
const LINE = 19;
const EDGE = 18;

/** Draws rows. A row's width is its cells, whatever font the page has. */
export function drawScreen(
  rows: readonly (readonly Run[])[],
  picture: { readonly theme: Theme; readonly columns: number; readonly title: string },
): string {
  const { theme, columns, title } = picture;
  const width = Math.ceil(columns * CELL + 2 * EDGE);
  const height = rows.length * LINE + 2 * EDGE;
  const drawn = rows.map((runs, row) => drawRow(runs, { row, theme })).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">\n` +
    `<title>${escaped(title)}</title>\n` +
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" ` +
    `fill="${theme.back}" stroke="${theme.rim}"/>\n` +
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" ` +
    `font-size="14" fill="${theme.text}" xml:space="preserve">\n${drawn}</g>\n</svg>\n`;
}

function drawRow(
  runs: readonly Run[],
  { row, theme }: { readonly row: number; readonly theme: Theme },
): string {
  const y = EDGE + row * LINE;
  let cells = 0;
  let out = "";
  for (const run of runs) {
    // Pieces without a wide character keep to the grid by themselves; each wide one is placed.
    for (const piece of run.text.match(/[\x20-\x7e]+|./gu) ?? []) {
      const took = [...piece].reduce((sum, c) => sum + cellsOf(c), 0);
      if (piece.trim() !== "" || run.reverse) {
        out += drawPiece(piece, run, { cells, took, y, theme });
      }
      cells += took;
    }
  }
  return out;
}

function drawPiece(
  text: string,
  run: Run,
  at: { readonly cells: number; readonly took: number; readonly y: number; readonly theme: Theme },
): string {
  const { theme, y } = at;
  const x = (EDGE + at.cells * CELL).toFixed(1);
  const length = (at.took * CELL).toFixed(1);
  const own = run.color === null ? run.faint ? theme.faint : null : theme.ansi[run.color] ?? null;
  const fill = run.reverse ? theme.back : own;
  const block = run.reverse
    ? `<rect x="${x}" y="${y}" width="${length}" height="${LINE}" fill="${own ?? theme.text}"/>`
    : "";
  return `${block}<text x="${x}" y="${y + 14}" textLength="${length}"` +
    `${fill === null ? "" : ` fill="${fill}"`}${run.bold ? ' font-weight="bold"' : ""}` +
    `>${escaped(text)}</text>\n`;
}

function cellsOf(char: string): number {
  if (/\p{M}|\p{Cf}/u.test(char)) return 0;
  return eastAsianWidth(char.codePointAt(0)!);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
