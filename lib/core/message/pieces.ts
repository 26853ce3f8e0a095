/**
 * Cutting a text into pieces that are put into an input one after the other, each to be seen whole.
 *
 * @module
 */

import { fold } from "../screen/text.ts";

/** What a box shows at once. */
export interface Room {
  /** Cells of a piece. */
  readonly cells: number;
  /** Cells of a row: a line break takes the rest of one. */
  readonly row: number;
}

/** A visible character by itself, which no terminal draws together with its neighbour. */
const SINGLE = /^[\p{L}\p{N}\p{P}\p{S}]$/u;

/**
 * Cuts a text. A cut is made between two visible characters, so that no piece begins or ends in white
 * space, which a program may drop or add unseen; where there is no such place, the piece is longer.
 */
export function piecesOf(text: string, room: Room): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  let cells = 0;
  let before = "";
  for (const part of clustersOf(text)) {
    const cost = part === "\n" ? room.row : widthOf(part);
    const whole = SINGLE.test(before) && SINGLE.test(part) && !joined(before, part);
    if (cells + cost > room.cells && whole && fold(piece) !== "") {
      pieces.push(piece);
      piece = "";
      cells = 0;
    }
    piece += part;
    cells += cost;
    before = part;
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

/** Characters that may be a key or a command of the program's where a paste begins with them. */
function joined(a: string, b: string): boolean {
  return /[\\@/!#$&]/.test(a + b);
}

function clustersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** Two cells for whatever is not Latin: a piece may be shorter than it could be. */
function widthOf(cluster: string): number {
  return (cluster.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2;
}
