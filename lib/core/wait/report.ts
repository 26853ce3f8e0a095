/**
 * What a wait prints, and how it ends the program.
 *
 * @module
 */

import type { PaneOutcome } from "./tally.ts";

/** What a wait came to: the file is there, or how it stands with the panes. */
export type AwaitAnswer =
  | { readonly file: true }
  | { readonly file: false; readonly panes: readonly PaneOutcome[] };

/**
 * One word for one pane; for several, a line `<word> <pane>` for each that is reported. A file
 * concerns them all.
 *
 * @param paneCount how many panes were waited for
 */
export function awaitText(answer: AwaitAnswer, paneCount: number): string {
  if (answer.file) return "file\n";
  return answer.panes
    .map(({ pane, signal }) => paneCount === 1 ? `${signal}\n` : `${signal} ${pane}\n`)
    .join("");
}

/** The same for `--json`: a list of panes with their signals; of a file, that it is there. */
export function awaitJson(answer: AwaitAnswer) {
  return {
    file: answer.file,
    panes: answer.file ? [] : answer.panes.map(({ pane, signal }) => ({ pane, signal })),
  };
}

/** Whether a pane ended, which is a failure; time that is over is not. */
export function anyGone(answer: AwaitAnswer): boolean {
  return !answer.file && answer.panes.some(({ signal }) => signal === "gone");
}
