/**
 * The state of a stage's attempt, derived from what is on disk and alive (contract §7.3). Nothing
 * stores a state, so nothing can disagree with the facts.
 *
 * @module
 */

/** The words of `status` and `wait`; scripts compare them, so they never change. */
export type DispatchState = "running" | "done" | "failed" | "failed (no-result)" | "orphaned";

export const DISPATCH_STATES: readonly DispatchState[] = [
  "running",
  "done",
  "failed",
  "failed (no-result)",
  "orphaned",
];

/** What is known of a headless attempt. */
export interface HeadlessFacts {
  /** The code in the exit file; null while there is no such file. */
  readonly exitCode: number | null;
  /** Whether the worker wrote its result file. */
  readonly result: boolean;
  /** Whether the recorded process is alive, and is the one that was recorded. */
  readonly alive: boolean;
}

/**
 * A detached process says by its exit file that it is over. Without one it either works or was
 * ended before its shell could write the code.
 */
export function deriveHeadlessState(facts: HeadlessFacts): DispatchState {
  if (facts.exitCode === null) return facts.alive ? "running" : "orphaned";
  if (facts.exitCode !== 0) return "failed";
  return facts.result ? "done" : "failed (no-result)";
}

/** What is known of an attempt in a pane. */
export interface PaneFacts {
  readonly result: boolean;
  /** Whether the recorded pane exists and still holds the process it was opened with. */
  readonly alive: boolean;
}

/**
 * An agent in a pane does not exit when it is done, it sits at its prompt: the result file decides
 * before the pane does.
 */
export function derivePaneState(facts: PaneFacts): DispatchState {
  if (facts.result) return "done";
  return facts.alive ? "running" : "orphaned";
}

/**
 * The code in an exit file. An empty one is not written yet (a plain `echo $? > file` is empty for
 * a moment), so it counts as none. Anything else that is no number was put there by something else
 * and counts as a failure (1): the process did end.
 */
export function parseExitFile(text: string): number | null {
  const word = text.trim();
  if (word === "") return null;
  return /^[0-9]{1,3}$/.test(word) ? Number(word) : 1;
}

/** A worker that has its prompt and has not answered: nobody may type into its pane. */
export function isMidStage(
  facts: { readonly delivered: boolean; readonly result: boolean },
): boolean {
  return facts.delivered && !facts.result;
}
