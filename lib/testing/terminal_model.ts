/**
 * A model of a terminal with a history, for properties of what is read from one.
 *
 * @module
 */

import type { PaneText } from "../core/mark/pane_text.ts";
import { paneText } from "../core/mark/pane_text.ts";

/** A row, and whether the line goes on in the next one. */
interface Row {
  readonly text: string;
  readonly wraps: boolean;
}

/** A terminal that a program writes to. */
export interface TerminalModel {
  width: number;
  /** Ends the last line and begins another one below. */
  print(line: string): void;
  /** Adds to the last line. */
  add(text: string): void;
  /** Paints the last lines anew. */
  repaint(count: number, lines: readonly string[]): void;
  clearHistory(): void;
  /** Lays all out anew. */
  resize(width: number): void;
  /** All rows that are left, and how many were dropped or cleared so far. */
  rows(): readonly string[];
  readonly gone: number;
  /** What a capture of the last rows reads. */
  read(rowsAbove?: number): PaneText;
}

/** Makes an empty terminal. */
export function terminalModel(
  size: { readonly width: number; readonly height: number; readonly limit: number },
): TerminalModel {
  const { height, limit } = size;
  let rows: Row[] = [];
  let gone = 0;
  const history = () => Math.max(0, rows.length - height);
  function push(line: string, width: number): void {
    for (let at = 0; at === 0 || at < line.length; at += width) {
      const text = line.slice(at, at + width);
      if (rows.length >= height && history() >= limit) drop(Math.max(1, Math.floor(limit / 10)));
      rows.push({ text, wraps: at + width < line.length });
      if (limit === 0 && history() > 0) drop(history());
    }
  }
  function drop(count: number): void {
    rows = rows.slice(count);
    gone += count;
  }
  function lines(of: readonly Row[]): string[] {
    const joined: string[] = [];
    let open = false;
    for (const { text, wraps } of of) {
      if (open) joined.push((joined.pop() ?? "") + text);
      else joined.push(text);
      open = wraps;
    }
    return joined;
  }
  function takeLast(): string {
    let text = rows.pop()?.text ?? "";
    while (rows.at(-1)?.wraps) text = (rows.pop()?.text ?? "") + text;
    return text;
  }
  const model: TerminalModel = {
    width: size.width,
    print: (line) => push(line, model.width),
    add(text) {
      push(takeLast() + text, model.width);
    },
    repaint(count, painted) {
      for (let at = 0; at < count; at++) takeLast();
      for (const line of painted) push(line, model.width);
    },
    clearHistory: () => drop(history()),
    resize(width) {
      model.width = width;
      const all = lines(rows);
      rows = [];
      for (const line of all) push(line, width);
    },
    rows: () => rows.map(({ text }) => text),
    get gone() {
      return gone;
    },
    read(above = 1_000_000) {
      const from = Math.max(0, history() - above);
      const shown = rows.slice(from);
      const padding = "\n".repeat(Math.max(0, height - rows.length));
      const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join("") + padding;
      return paneText(
        { width: model.width, height, alternate: false, history: history(), limit },
        { joined: text(lines(shown)), rows: text(shown.map((row) => row.text)) },
      );
    },
  };
  return model;
}
