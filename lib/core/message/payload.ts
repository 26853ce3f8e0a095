/**
 * What is handed over: which texts are refused, and what a text needs to arrive.
 *
 * @module
 */

import { UsageError } from "../errors.ts";
import { fold } from "../screen/text.ts";

/** Bytes of one line that a terminal in canonical mode holds, its line feed not counted (termios). */
export const CANONICAL_LINE_BYTES = 4095;

/** A text that may be delivered. */
export interface Payload {
  readonly text: string;
  /** It holds a line feed, so only a bracketed paste keeps it in one piece. */
  readonly multiline: boolean;
  /** It holds a tab, which is a key where bracketed paste is off. */
  readonly tabbed: boolean;
}

/** C0 without tab and line feed, DEL, and C1: they would act as keys or end a paste. */
// deno-lint-ignore no-control-regex -- these are the characters to refuse
const KEYS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Checks a text.
 *
 * @throws {UsageError} when it is empty, nothing of it is visible, or it holds a control character.
 */
export function payloadOf(text: string): Payload {
  if (text === "") throw new UsageError("the text is empty; there is nothing to deliver");
  const key = KEYS.exec(text);
  if (key !== null) {
    const code = key[0].charCodeAt(0);
    const hex = code.toString(16).toUpperCase().padStart(4, "0");
    throw new UsageError(
      `the text holds the control character U+${hex} at position ${
        key.index + 1
      }, which would act ` +
        "as a key; remove it, or put the text into a file and use --prompt-file",
    );
  }
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)) {
    throw new UsageError("the text is not well-formed Unicode; it can't be sent byte for byte");
  }
  if (/^[\s\p{Cf}\ufe00-\ufe0f]*$/u.test(text)) {
    throw new UsageError("the text is blank; its arrival could not be seen on any screen");
  }
  if (fold(text) === "") {
    throw new UsageError(
      "the text holds box-drawing characters alone; it could not be told from a frame on the screen",
    );
  }
  return { text, multiline: text.includes("\n"), tabbed: text.includes("\t") };
}

/**
 * What agents were seen to make something else of, which no screen shows: to be said, not to be
 * refused, because other agents keep it.
 */
export function doubtsAbout(payload: Payload): readonly string[] {
  const doubts: string[] = [];
  if (/\s$/.test(payload.text)) {
    doubts.push("the text ends in white space, which many agents drop; that can't be seen");
  }
  if (payload.text.includes("\t")) {
    doubts.push("the text holds a tab, which some agents turn into spaces; that can't be seen");
  }
  if (payload.text.startsWith("!")) {
    doubts.push("the text begins with !, and some agents run such a text as a shell command");
  }
  return doubts;
}

/**
 * Whether some agent may offer completions for a text, so that Enter could choose one: a command, or
 * a last word that names something.
 */
export function mayComplete(text: string): boolean {
  return /^\/|(^|\s)[@#$/]\S*$|\S\.\w{1,5}$/.test(text);
}

/** The line that points an agent to a prompt file, the path as it was given. */
export function pointerTo(path: string): string {
  return `Read ${path} and execute it.`;
}

/** The UTF-8 length, as the terminal's line limit counts it. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
