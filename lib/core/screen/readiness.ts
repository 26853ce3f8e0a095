/**
 * The readiness probe's sentinel and its mechanical classification (contract §4.6).
 *
 * @module
 */

import { isBlankScreen, type Place, sameScreen, type Screen } from "./text.ts";

/** Typed, never submitted, taken back. */
export const SENTINEL = "FAB-READY-PROBE";

/**
 * Typed before it and taken back with it. A menu whose letters are shortcuts is asked with a
 * character that hardly any menu knows, and gets no letter when it does not show it.
 */
export const FEELER = "-";

/** Whether a pane takes typed input. */
export type Readiness = "ready" | "booting" | "parked";

/** Why a pane is parked, in the published words (contract §4.6). */
export type ParkedWord =
  /** Copy mode or another mode of tmux's, which could not be left. */
  | "tmux mode"
  | "input off"
  | "synchronised"
  | "dead"
  /** A question, a choice, a password prompt or the like stands at the cursor. */
  | "question"
  /** A pager, an editor, a monitor or the like has the terminal. */
  | "program"
  /** The pane is the caller's own. */
  | "own pane"
  /** What is typed shows, and filters rows elsewhere. */
  | "picker"
  /** Nothing of the above, and what was typed did not show. */
  | "no echo";

/** All of them, in their order. */
export const PARKED_WORDS: readonly ParkedWord[] = [
  ...["tmux mode", "input off", "synchronised", "dead", "question", "program", "own pane"] as const,
  ...["picker", "no echo"] as const,
];

/** Why a pane is parked. All but `picker` and `no echo` are decided without typing a key. */
export interface ParkedReason {
  readonly word: ParkedWord;
  /** The program's name, or the question as it stands on the screen; null where there is neither. */
  readonly detail: string | null;
}

/** The reason in words: `program (less)`. */
export function reasonText({ word, detail }: ParkedReason): string {
  return detail === null ? word : `${word} (${detail})`;
}

/** The three words, in the order of their definition. */
export const READINESS: readonly Readiness[] = ["ready", "booting", "parked"];

/**
 * Classifies a probe. Echo and stability decide, never agent state and never a table of dialogs.
 *
 * @param echoed whether the program (not the kernel) showed the sentinel
 * @param captures two captures, some time apart, both from before the sentinel was taken back: a
 *   parked screen that repaints on a key would otherwise look like a boot for ever
 */
export function classifyReadiness(
  echoed: boolean,
  captures: { readonly first: Screen; readonly second: Screen },
): Readiness {
  if (echoed) return "ready";
  if (isBlankScreen(captures.second)) return "booting";
  return sameScreen(captures.first, captures.second) ? "parked" : "booting";
}

/** What an ASCII spinner shows in turn with the feeler. */
const SPINNER = /[|/\\]/;

/**
 * The places where a character newly stands, from the top: where another one, or none, stood before.
 * Counting would miss a character that replaces a placeholder which held the same one. A row that
 * only moved is passed over, and so is a spinner that turned.
 */
export function newlyShown(
  before: Screen,
  after: Screen,
  char: string,
): readonly Place[] {
  const places: Place[] = [];
  const count = (screen: Screen, line: string) => screen.rows.filter((row) => row === line).length;
  for (const [row, line] of after.rows.entries()) {
    if (line.includes(char) && count(after, line) <= count(before, line)) continue;
    const old = before.rows[row] ?? "";
    for (let index = line.indexOf(char); index >= 0; index = line.indexOf(char, index + 1)) {
      if (!old.startsWith(char, index) && !SPINNER.test(old.charAt(index))) {
        places.push({ row, index });
      }
    }
  }
  return places;
}
