/**
 * What was seen of a pane, as lines of a file that can be passed on and judged anew: numbers and a
 * few words, and of the screen's text nothing, unless it was asked for.
 *
 * @module
 */

import type { Facts } from "./facts.ts";
import type { Patience } from "./judge.ts";
import type { Verdict } from "./judge.ts";

/** What a recording begins with. */
export interface RecordHead {
  readonly format: 1;
  readonly agent: string | null;
  /** Null where the agent's signals are not known. */
  readonly signals: Patience | null;
}

/** One look in a recording. */
export interface RecordedLook {
  readonly facts: Facts;
  /** What was said of it then. */
  readonly state: Verdict["state"];
  /** Title and rows, where the text was asked for. */
  readonly text?: { readonly title: string; readonly rows: readonly string[] };
}

/** Writes a recording. Of rows only those that changed are written. */
export function formatRecord(head: RecordHead, looks: readonly RecordedLook[]): string {
  const lines = [JSON.stringify(head)];
  let rows: readonly number[] = [];
  let text: readonly string[] = [];
  for (const look of looks) {
    const { rows: now, ...facts } = look.facts;
    lines.push(JSON.stringify({
      state: look.state,
      ...facts,
      height: now.length,
      rows: changed(rows, now),
      ...(look.text === undefined ? {} : {
        text: { title: look.text.title, rows: changed(text, look.text.rows) },
      }),
    }));
    rows = now;
    text = look.text?.rows ?? text;
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Reads a recording.
 *
 * @returns null when it is none
 */
export function parseRecord(
  content: string,
): { readonly head: RecordHead; readonly looks: readonly RecordedLook[] } | null {
  const [first = "", ...lines] = content.trimEnd().split("\n");
  try {
    const head = JSON.parse(first) as RecordHead;
    if (head.format !== 1) return null;
    let rows: number[] = [];
    const looks = lines.map((line): RecordedLook => {
      const { state, height, rows: changes, text: _, ...facts } = JSON.parse(line);
      rows = rows.slice(0, height);
      for (const [row, value] of changes) rows[row] = value;
      return { state, facts: { ...facts, rows: [...rows] } };
    });
    return { head, looks };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function changed<T>(before: readonly T[], now: readonly T[]): readonly (readonly [number, T])[] {
  return now.flatMap((value, row) => before[row] === value ? [] : [[row, value] as const]);
}
