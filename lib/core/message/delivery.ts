/**
 * How a delivery fails: the fixed first words, and what is safe afterwards (contract §4.7).
 *
 * @module
 */

import { FabError } from "../errors.ts";
import type { ParkedReason } from "../screen/readiness.ts";
import type { Screen } from "../screen/text.ts";
import { lastLines } from "../screen/text.ts";

/** First words of a failed delivery, so that a script can tell what is safe to repeat. */
export type DeliveryWord =
  /** The program takes no input now; nothing of the payload was typed. */
  | "not ready"
  /** A person's unsubmitted text is in the input; nothing of the payload was typed. */
  | "draft"
  /** Another sender or a person is at the pane; nothing was typed. */
  | "busy"
  /** A shell has the pane; nothing was typed. */
  | "shell"
  /** The payload did not appear; no submit key was pressed. */
  | "not echoed"
  /** A submit key was pressed, and the payload was seen to stay in the input. */
  | "not submitted"
  /** A submit key was pressed and what became of it is not known: never repeat it blindly. */
  | "unverified";

/**
 * What is safe to repeat, the same wherever it is written down. `look first`: the agent may have the
 * text.
 */
export const SAFE_TO_REPEAT: Readonly<Record<DeliveryWord, "yes" | "look first">> = {
  "not ready": "yes",
  draft: "yes",
  busy: "yes",
  shell: "yes",
  "not echoed": "yes",
  "not submitted": "yes",
  unverified: "look first",
};

/** The words of which the answer is this one, for a sentence. */
export function wordsThatAre(answer: "yes" | "look first"): string {
  return Object.entries(SAFE_TO_REPEAT).filter(([, safe]) => safe === answer)
    .map(([word]) => word).join(", ");
}

/** A delivery that failed. */
export class DeliveryError extends FabError {
  override readonly name = "DeliveryError";
  readonly word: DeliveryWord;
  /** Trying once more can help and can't deliver twice. */
  readonly retry: boolean;
  /** Of `not ready`: why the pane is parked, where it is known. */
  readonly parked: ParkedReason | null;

  constructor(
    word: DeliveryWord,
    reason: string,
    options: {
      readonly retry?: boolean;
      readonly details?: string | null;
      readonly parked?: ParkedReason | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super("failed", `${word}: ${reason}`, options);
    this.word = word;
    this.retry = options.retry ?? false;
    this.parked = options.parked ?? null;
  }
}

/** Lines of a screen that a report shows. */
export const SNIPPET_LINES = 20;

/** The last lines of a screen under their header; null when it is blank. */
export function snippetOf(screen: Screen): string | null {
  const lines = lastLines(screen, SNIPPET_LINES);
  return lines.length === 0 ? null : `--- last ${SNIPPET_LINES} lines ---\n${lines.join("\n")}`;
}
