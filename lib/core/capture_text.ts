/**
 * Cuts what `capture-pane` printed to the last lines of a pane.
 *
 * @module
 */

/** What a pane was like when it was captured. */
export interface CaptureFacts {
  /** Rows of the screen. */
  readonly height: number;
  /** A full-screen program shows its own screen; what tmux keeps above it is another one's. */
  readonly alternate: boolean;
}

/**
 * The lines of a capture that count: of a full-screen program its screen alone, without the blank
 * padding at the bottom. Blank lines inside stay, and no line is changed.
 *
 * @param text whole rows, each with a line feed, history first
 */
export function paneLines(text: string, facts: CaptureFacts): readonly string[] {
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  const from = facts.alternate ? Math.max(0, rows.length - facts.height) : 0;
  let end = rows.length;
  while (end > from && isBlank(rows[end - 1] ?? "")) end--;
  return rows.slice(from, end);
}

/** Colours and hyperlinks of `capture-pane -e`: they take no room, and a blank row may hold them. */
const SGR = /\x1b\[[\d;:]*m/g;
const LINK = /\x1b\]8;[^\x07\x1b]*(?:\x1b\\|\x07)/g;

function isBlank(row: string): boolean {
  return /^ *$/.test(row.replaceAll(SGR, "").replaceAll(LINK, ""));
}

/**
 * The last `count` lines with colours. tmux writes a colour where it changes, perhaps lines before
 * the cut, so what is in force at the cut is put in front; and what is in force at the end is
 * switched off.
 *
 * @param lines of a capture with `-e`
 */
export function lastAnsiLines(lines: readonly string[], count: number): readonly string[] {
  const from = Math.max(0, lines.length - count);
  const kept = lines.slice(from);
  const last = kept.length - 1;
  const before = inForce(lines.slice(0, from).join("\n"));
  const after = inForce(lines.join("\n"));
  return kept.map((line, index) =>
    (index === 0 ? before : "") + line + (index === last && after !== "" ? "\x1b[0m" : "")
  );
}

/** The colour sequences of a text since the last one that resets them all. */
function inForce(text: string): string {
  let active = "";
  for (const [code] of text.matchAll(SGR)) {
    if (code === "\x1b[m" || code === "\x1b[0m") active = "";
    else if (code.startsWith("\x1b[0;")) active = code;
    else active += code;
  }
  return active;
}
