/**
 * Where a text that was put in is shown again, known by its print alone.
 *
 * @module
 */

import { flatten } from "../screen/text.ts";
import { findPrint, type TextPrint } from "./hash.ts";

/** Rows from the first to the last that a text is shown in. */
export interface EchoRows {
  readonly first: number;
  readonly last: number;
}

/** Each place where the text of a print is shown, whatever frames, wraps and indents it. */
export function echoRows(rows: readonly string[], print: TextPrint | null): readonly EchoRows[] {
  if (print === null) return [];
  const { text, places } = flatten(rows, "loose");
  return findPrint(text, print).flatMap((at) => {
    const first = places[at]?.row;
    const last = places[at + print.length - 1]?.row;
    return first === undefined || last === undefined ? [] : [{ first, last }];
  });
}

/** The rows that show something else than the text. */
export function withoutEcho(rows: readonly string[], print: TextPrint | null): readonly string[] {
  const echoes = echoRows(rows, print);
  return rows.filter((_, row) => !echoes.some(({ first, last }) => row >= first && row <= last));
}
