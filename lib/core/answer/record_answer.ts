/**
 * What an agent answered, as its own record has it: as it was written, whatever a screen makes of it.
 *
 * @module
 */

import type { TextPrint } from "../mark/hash.ts";
import { echoPrint } from "../mark/mark.ts";
import type { RecordEvent } from "../records/event.ts";

/** An answer that was read in a record. */
export interface RecordedAnswer {
  /** The messages so far, a blank line between them. */
  readonly text: string;
  /** The turn is over. */
  readonly ended: boolean;
}

/**
 * Takes the answer to a text out of what was written.
 *
 * @returns null where the record does not hold the text as a prompt
 */
export function recordedAnswer(
  events: readonly RecordEvent[],
  echo: TextPrint | null,
): RecordedAnswer | null {
  const turns = events.filter(({ source }) => source === "turns");
  const asked = turns.findLastIndex((event) => isPrompt(event, echo));
  if (asked < 0) return null;
  const rest = turns.slice(asked + 1);
  const next = rest.findIndex(({ kind }) => kind === "prompt");
  const own = next < 0 ? rest : rest.slice(0, next);
  return {
    text: own.filter(({ kind }) => kind === "message").map(({ text }) => text).join("\n\n"),
    ended: next >= 0 || own.at(-1)?.kind === "turn-ended",
  };
}

/** Whether an event is the prompt of a text that is only known by its print. */
export function isPrompt({ kind, text }: RecordEvent, echo: TextPrint | null): boolean {
  if (kind !== "prompt" || echo === null) return false;
  const print = echoPrint(text);
  return print?.length === echo.length && print.hash === echo.hash;
}
