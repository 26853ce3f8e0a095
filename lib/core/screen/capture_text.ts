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

/** What a text's colour sequences leave switched on, as sequences that switch it on again. */
function inForce(text: string): string {
  const on = new Map<string, string>();
  for (const [sequence] of text.matchAll(SGR)) apply(sequence.slice(2, -1), on);
  return [...on.values()].map((parameters) => `\x1b[${parameters}m`).join("");
}

/** What switches attributes off, and the attributes. */
const OFF: Readonly<Record<string, readonly string[]>> = {
  "22": ["1", "2"],
  "23": ["3"],
  "24": ["4"],
  "25": ["5", "6"],
  "27": ["7"],
  "28": ["8"],
  "29": ["9"],
  "39": ["fg"],
  "49": ["bg"],
  "55": ["53"],
  "59": ["underline"],
};

/** Applies the parameters of one sequence to what is on: kind of attribute → its parameters. */
function apply(parameters: string, on: Map<string, string>): void {
  const words = parameters.split(";");
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const number = Number.parseInt(word === "" ? "0" : word, 10);
    const off = OFF[word];
    if (word === "4:0") on.delete("4");
    else if (number === 0) on.clear();
    else if (off !== undefined) { for (const kind of off) on.delete(kind); }
    else if (number === 38 || number === 48 || number === 58) {
      // `38;5;n` and `38;2;r;g;b`; with colons it is all one word.
      const more = word.includes(":") ? 0 : words[at + 1] === "5" ? 2 : 4;
      const kind = number === 38 ? "fg" : number === 48 ? "bg" : "underline";
      on.set(kind, words.slice(at, at + 1 + more).join(";"));
      at += more;
    } else if (/^([39][0-7])$/.test(word)) on.set("fg", word);
    else if (/^(4[0-7]|10[0-7])$/.test(word)) on.set("bg", word);
    else on.set(String(number), word);
  }
}
