/**
 * A pane's text as lines that a resize does not change: what tmux wrapped is one line.
 *
 * @module
 */

/** A line, and where it stands. */
export interface TextLine {
  /** All of it, without white space at its end. */
  readonly text: string;
  /** Its rows as they are on the screen, without white space at their ends. */
  readonly rows: readonly string[];
  /** The number of its first row, counted from the oldest that the history held. */
  readonly row: number;
}

/** What tmux tells of a pane together with its text. */
export interface TextFacts {
  readonly width: number;
  readonly height: number;
  /** A full-screen program shows a screen of its own, which has no history. */
  readonly alternate: boolean;
  /** Rows above the screen, and how many there may be. */
  readonly history: number;
  readonly limit: number;
}

/** A pane's text from some row on to its end, without the blank padding at the bottom. */
export interface PaneText extends TextFacts {
  readonly lines: readonly TextLine[];
  /** It goes back to the oldest row that there is. */
  readonly whole: boolean;
}

/**
 * Makes a text of two captures of the same moment.
 *
 * @param capture.joined what `capture-pane -J` printed
 * @param capture.rows what it printed without, from the same row on
 */
export function paneText(
  facts: TextFacts,
  capture: { readonly joined: string; readonly rows: string },
): PaneText {
  const rows = linesOf(capture.rows);
  if (facts.alternate) {
    const screen = rows.slice(-facts.height);
    const lines = screen.map((text, row) => ({ text, rows: [text], row }));
    return { ...facts, whole: true, lines: withoutPadding(lines) };
  }
  const above = rows.length - facts.height;
  const first = facts.history - above;
  return {
    ...facts,
    whole: first <= 0,
    lines: withoutPadding(gather(linesOf(capture.joined), rows, first)),
  };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function withoutPadding(lines: readonly TextLine[]): readonly TextLine[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.text === "") end--;
  return lines.slice(0, end);
}

/** Finds each line's rows: as many as hold what it holds, white space not counted. */
function gather(
  joined: readonly string[],
  rows: readonly string[],
  first: number,
): readonly TextLine[] {
  let at = 0;
  return joined.map((text, index) => {
    const from = at;
    const wanted = inked(text);
    let held = 0;
    do {
      held += inked(rows[at] ?? "");
      at++;
    } while (held < wanted && at < rows.length);
    // A row of spaces at a line's end; a blank line after it has a row of its own.
    const spare = rows.length - at - (joined.length - index - 1);
    if (spare > 0 && joined[index + 1] !== "") {
      for (let left = spare; left > 0 && rows[at] === ""; left--) at++;
    }
    return { text, rows: rows.slice(from, at), row: first + from };
  });
}

function inked(text: string): number {
  return text.replaceAll(/\s+/g, "").length;
}
