/**
 * Screens as tests draw them: inputs of several looks with a text wrapped into them.
 *
 * @module
 */

import { type Screen, screenOf } from "../core/screen/text.ts";

/** Where the cursor is: the mark `▮` in a row is taken out and remembered. */
const CURSOR = "▮";

/** A screen from its rows. `▮` marks the cursor, which is at 0, 0 when it is nowhere. */
export function screen(rows: readonly string[], width = 60): Screen {
  const y = Math.max(0, rows.findIndex((row) => row.includes(CURSOR)));
  const x = Math.max(0, Array.from((rows[y] ?? "").split(CURSOR)[0] ?? "").length);
  const marked = rows.some((row) => row.includes(CURSOR));
  const text = rows.map((row) => row.replace(CURSOR, "")).join("\n");
  return screenOf(`${text}\n`, { cursor: marked ? { x, y } : { x: 0, y: 0 }, width });
}

/** How an input looks. */
export interface Look {
  readonly name: string;
  /** What stands before the text on its first row, and on the others. */
  readonly first: string;
  readonly others: string;
  /** What stands behind the text, padded to the width; empty: nothing, not padded. */
  readonly right: string;
  /** Rules above and below, drawn to the width; empty: none. */
  readonly rule: { readonly left: string; readonly fill: string; readonly right: string } | null;
}

/** The looks of inputs that agent programs have. */
export const LOOKS: readonly Look[] = [
  {
    name: "framed box with side rules",
    first: "│ > ",
    others: "│   ",
    right: " │",
    rule: { left: "╭", fill: "─", right: "╮" },
  },
  {
    name: "ASCII frame",
    first: "| > ",
    others: "|   ",
    right: " |",
    rule: { left: "+", fill: "-", right: "+" },
  },
  {
    name: "rules above and below",
    first: "❯ ",
    others: "  ",
    right: "",
    rule: { left: "─", fill: "─", right: "─" },
  },
  { name: "angle without a frame", first: "› ", others: "  ", right: "", rule: null },
  { name: "plain line editor", first: "$ ", others: "", right: "", rule: null },
  { name: "prompt of words", first: "you: ", others: "     ", right: "", rule: null },
  { name: "bar alone", first: "┃ ", others: "┃ ", right: "", rule: null },
  { name: "no prompt at all", first: "", others: "", right: "", rule: null },
];

/** The look of this name. */
export function lookNamed(name: string): Look {
  const look = LOOKS.find((one) => one.name === name);
  if (look === undefined) throw new TypeError(`no look ${name}`);
  return look;
}

/** Rows of an input that holds a text, wrapped by character; the cursor behind the text. */
export function drawn(look: Look, text: string, width: number): string[] {
  const room = width - look.first.length - look.right.length;
  const pieces = text.split("\n").flatMap((line) => wrapped(line, room));
  const rows = pieces.map((piece, index) => {
    const last = index === pieces.length - 1;
    const left = (index === 0 ? look.first : look.others) + piece;
    const cursor = last ? CURSOR : "";
    if (look.right === "") return left + cursor;
    return left + cursor + " ".repeat(Math.max(0, width - look.right.length - cells(left))) +
      look.right;
  });
  if (look.rule === null) return rows;
  const { left, fill, right } = look.rule;
  const rule = left + fill.repeat(Math.max(0, width - 2)) + right;
  return [rule, ...rows, rule];
}

function wrapped(line: string, room: number): string[] {
  const rows = [""];
  for (const char of line) {
    const row = rows.at(-1) ?? "";
    if (cells(row) + cells(char) > room) rows.push(char);
    else rows[rows.length - 1] = row + char;
  }
  return rows;
}

/** Cells of the characters that these tests wrap: one or two each. */
function cells(text: string): number {
  let count = 0;
  for (const char of text) {
    count += /\p{M}/u.test(char)
      ? 0
      : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60\u{1f300}-\u{1faff}]/u
          .test(char)
      ? 2
      : 1;
  }
  return count;
}

/** Random numbers that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A text of `length` characters, words and symbols of many scripts. */
export function randomText(random: () => number, length: number): string {
  const alphabet = Array.from(
    "abcdefghij KLMNO 0123456789 .,;:!?#@/\\$`'\"{}[]|-=+ äöß éñ 日本語 한국 🚀🎉",
  );
  let text = "";
  while (Array.from(text).length < length) {
    text += alphabet[Math.floor(random() * alphabet.length)] ?? "";
  }
  return text;
}
