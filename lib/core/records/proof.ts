/**
 * What a record proves of a text that was handed over.
 *
 * @module
 */

import type { RecordEvent } from "./event.ts";

/** What the record says. */
export type RecordProof =
  /** It holds the text. */
  | {
    readonly found: "text";
    /** What the agent has, against what it was given; null where only the input's history tells. */
    readonly received: "equal" | "altered" | null;
    /** In words; null where nothing differs, or it is not known. */
    readonly difference: string | null;
    /** Whether a model was asked; null where that can't be told yet. */
    readonly turn: boolean | null;
  }
  /** It holds another one. */
  | { readonly found: "other"; readonly text: string }
  /** It holds nothing, which proves nothing. */
  | { readonly found: "nothing" };

/** Judges what was written since the text was put into the input. */
export function proofOf(text: string, events: readonly RecordEvent[]): RecordProof {
  const given = events.filter(({ kind }) => kind === "prompt" || kind === "queued");
  const judged = given.map((event) => ({ event, difference: differenceOf(text, event.text) }));
  const same = judged.filter(({ difference }) => difference !== null);
  const turns = same.filter(({ event }) => event.source === "turns");
  const best = turns.at(-1) ?? same.at(-1);
  if (best === undefined) {
    const other = given.findLast((event) => isInstead(text, event));
    return other === undefined ? { found: "nothing" } : { found: "other", text: other.text };
  }
  const difference = best.difference ?? "";
  const known = turns.length > 0;
  return {
    found: "text",
    received: !known ? null : difference === "" ? "equal" : "altered",
    difference: known && difference !== "" ? difference : null,
    turn: turns.some(({ event }) => event.kind === "prompt")
      ? true
      : isOwnCommand(text) && events.every(({ source }) => source === "history")
      ? false
      : null,
  };
}

/** A text that many agents take for a command of their own, or for the shell's. */
function isOwnCommand(text: string): boolean {
  return /^[!/]/.test(text);
}

/** What a history shows for a paste. */
const STAND_IN = /\[[^\]]*(?:past|lines|chars|text)[^\]]*\]/i;

/**
 * Whether it was given in the text's place. What was queued before may be passed on meanwhile, and
 * is another one in all of it.
 */
function isInstead(text: string, event: RecordEvent): boolean {
  if (STAND_IN.test(event.text)) return false;
  return event.source === "history" || isPieceOf(text, event.text);
}

/** Whether one is a piece of the other, or begins and ends like it. White space does not count. */
function isPieceOf(text: string, other: string): boolean {
  const [a, b] = [text, other].map((one) => one.replaceAll(/\s+/g, "")) as [string, string];
  if (a === "" || b === "") return false;
  if (a.includes(b) || b.includes(a)) return true;
  let front = 0;
  while (front < a.length && a[front] === b[front]) front++;
  let back = 0;
  while (back < a.length - front && a.at(-1 - back) === b.at(-1 - back)) back++;
  return (front + back) * 2 >= Math.max(a.length, b.length);
}

/** A proof as `--json` has it; nothing without one. */
export function recordKeys(said: Extract<RecordProof, { readonly found: "text" }> | null) {
  if (said === null) return {};
  const { received, difference, turn } = said;
  return { proof: "record", received, difference, turn };
}

interface Change {
  readonly words: string;
  readonly apply: (text: string) => string;
}

/** What programs are known to do to a text, from the smallest on. */
const CHANGES: readonly Change[] = [
  { words: "white space at the end is gone", apply: (text) => text.trimEnd() },
  { words: "white space at the beginning is gone", apply: (text) => text.trimStart() },
  { words: "tabs are blanks", apply: (text) => text.replaceAll("\t", "    ") },
  { words: "letters are composed (NFC)", apply: (text) => text.normalize("NFC") },
];

/**
 * How what was received differs from what was given, in words: empty when it does not, null when it
 * is another text.
 */
export function differenceOf(given: string, received: string): string | null {
  if (received === given) return "";
  for (let set = 1; set < 2 ** CHANGES.length; set++) {
    const chosen = CHANGES.filter((_, bit) => (set >> bit) % 2 === 1);
    const made = chosen.reduce((text, { apply }) => apply(text), given);
    if (made === received) return needed(given, received, chosen);
    if (`${made} ` === received || (set === 1 && `${given} ` === received)) {
      return "a blank was added at the end";
    }
  }
  if (/^<pasted_content file=|^\[?(?:Saved|Pasted)[^\n]* file/.test(received)) {
    return "it was put into an attachment";
  }
  return null;
}

/** The words of those changes that make a difference. */
function needed(given: string, received: string, chosen: readonly Change[]): string {
  let text = given;
  const words: string[] = [];
  for (const { words: said, apply } of chosen) {
    const next = apply(text);
    if (next !== text) words.push(said);
    text = next;
  }
  return text === received ? words.join(", ") : "";
}
