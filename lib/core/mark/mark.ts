/**
 * A mark: where a pane's text stood at one moment (contract §4.12). Nothing is stored; the text is
 * known again by hashes of its last lines.
 *
 * @module
 */

import type { AgentState } from "../agent_state.ts";
import { fold } from "../screen/text.ts";
import { BLANK, hash32, lineHash, printOf, type TextPrint } from "./hash.ts";
import type { PaneText } from "./pane_text.ts";

/** Lines above the screen that a mark remembers: they do not change any more. */
const ABOVE = 8;
/** Lines with something in them that a mark remembers at most. */
const MOST_LINES = 64;

/** Where a pane's text stood. */
export interface Mark {
  /** The pane's number. */
  readonly pane: number;
  /** What {@linkcode serverHash} made of the server. */
  readonly server: number;
  readonly alternate: boolean;
  readonly width: number;
  readonly history: number;
  /** Hashes of the last lines, the last of all in the end. */
  readonly lines: readonly number[];
  /** Length of the very last line. */
  readonly lastLength: number;
  /** The row of the first line that is remembered; of an empty text, where it will begin. */
  readonly row: number;
  /** How many lines there were before it; null when that was not looked at. */
  readonly index: number | null;
  /** A text that was put in after the mark, folded. */
  readonly echo: TextPrint | null;
  /** The agent's state from before; absent when it was not looked at, null when it was unknown. */
  readonly turn?: AgentState | null;
}

/** Whose text it is. */
export interface PaneIdentity {
  /** Exact id, `%N`. */
  readonly pane: string;
  /** What {@linkcode serverHash} made of the server. */
  readonly server: number;
}

/** A server as a mark knows it again: a restarted one is another. */
export function serverHash(
  server: { readonly socket: string; readonly pid: string; readonly started: string },
): number {
  return hash32(`${server.socket}\n${server.pid}\n${server.started}`);
}

/** The mark of a text that ends at its screen's end. */
export function markOf(
  text: PaneText,
  of: PaneIdentity,
  more: { readonly prompt?: string; readonly turn?: AgentState | null } = {},
): Mark {
  const { lines } = text;
  const from = firstKept(text);
  return {
    pane: Number(of.pane.slice(1)),
    server: of.server,
    alternate: text.alternate,
    width: text.width,
    history: text.history,
    lines: lines.slice(from).map((line) => lineHash(line.text)),
    lastLength: lines.at(-1)?.text.length ?? 0,
    row: lines[from]?.row ?? text.history,
    index: text.whole ? from : null,
    echo: more.prompt === undefined ? null : echoPrint(more.prompt),
    ...(more.turn === undefined ? {} : { turn: more.turn }),
  };
}

/** A text as its echo is known again on a screen. */
export function echoPrint(text: string): TextPrint | null {
  const folded = fold(text, "loose");
  return folded === "" ? null : printOf(folded);
}

/** The screen's lines, some above them, and of a line in pieces no rest. */
function firstKept({ lines, history, whole, alternate }: PaneText): number {
  const screen = alternate ? 0 : lines.findIndex((line) => line.row >= history);
  const top = screen < 0 ? lines.length : screen;
  let from = Math.max(whole ? 0 : Math.min(1, lines.length), top - ABOVE);
  let inked = 0;
  for (let at = lines.length - 1; at > from; at--) {
    if (lineHash(lines[at]?.text ?? "") !== BLANK && ++inked >= MOST_LINES) from = at;
  }
  return from;
}
