/**
 * Filling a provider's command with a model and an effort (contract §6.3).
 *
 * @module
 */

import { quoteWord } from "../quote.ts";
import { findSlots, type Placeholder } from "./shell_slots.ts";

/** The values; an empty one takes its place in the command away. */
export type Fills = Readonly<Record<Placeholder, string>>;

/**
 * The command with its placeholders filled in, each value as one word to the shell that will read
 * it there. A command without placeholders gets `--model` and `--effort` appended instead.
 */
export function substitute(command: string, fills: Fills): string {
  if (findSlots(command).length === 0) {
    const flags = (["model", "effort"] as const)
      .filter((name) => fills[name] !== "")
      .map((name) => ` --${name} ${quoteWord(fills[name])}`);
    return flags.length === 0 ? command : command.trimEnd() + flags.join("");
  }
  const kept = dropEmpty(command, fills);
  let line = "";
  let at = 0;
  for (const slot of findSlots(kept)) {
    line += kept.slice(at, slot.start) + slot.write(fills[slot.name]);
    at = slot.end;
  }
  return line + kept.slice(at);
}

/**
 * Takes the tokens of empty values out, with the flag before each that has one; the command as it
 * is when no value is empty. Tokens end at white space, whatever the quotes say, so the quotes and
 * operators of a larger whole that hang on a dropped token stay behind.
 */
function dropEmpty(command: string, fills: Fills): string {
  const empty = findSlots(command).filter((slot) => fills[slot.name] === "");
  if (empty.length === 0) return command;
  const kept: string[] = [];
  /** Set while what comes next belongs to the token before, without a space. */
  let glue = false;
  let quote: Quote = "";
  for (const match of command.matchAll(/(?:[^\s\\]|\\[^\n]|\\$)+/g)) {
    const token = match[0];
    const start = match.index;
    const within = empty.filter((slot) => slot.start >= start && slot.end <= start + token.length);
    const cut = cutOut(token, quote, within.map((slot) => [slot.start - start, slot.end - start]));
    quote = cut.quote;
    let text = token;
    if (within.length > 0) {
      const dropped = token.slice(cut.from, cut.to);
      text = token.slice(0, cut.from) + cut.between + token.slice(cut.to);
      if (cut.from === 0 && !dropped.startsWith("-") && !glue && isFlag(kept.at(-1))) kept.pop();
      if (text === "") continue;
    }
    const joins = glue || (within.length > 0 && cut.from === 0 && cut.closes);
    if (joins && kept.length > 0) kept.push((kept.pop() ?? "") + text);
    else kept.push(text);
    glue = within.length > 0 && cut.opens && cut.to === token.length;
  }
  return kept.join(" ");
}

/** A token that is a flag and no more: nothing is opened, closed or ended by it. */
function isFlag(token: string | undefined): boolean {
  return token !== undefined && /^-[^'"`;&|()<>]*$/.test(token);
}

type Quote = "" | "'" | '"';

/** What of a token goes, and what it does to the tokens around it. */
interface Cut {
  readonly from: number;
  readonly to: number;
  /** What must stay of the part that goes. */
  readonly between: string;
  /** The quote that is open at the token's end. */
  readonly quote: Quote;
  /** Whether what is left before the cut begins something, to which the next token belongs. */
  readonly opens: boolean;
  /** Whether what is left behind the cut ends something rather than begins it. */
  readonly closes: boolean;
}

/**
 * What of a token goes when the slots in it are empty: from behind the last thing before them that
 * belongs to a larger whole (an operator, a quote that is not closed in this token) to the first
 * such thing after them.
 *
 * @param quote the quote that is open where the token begins
 */
function cutOut(
  token: string,
  quote: Quote,
  slots: readonly (readonly [number, number])[],
): Cut {
  const first = slots[0]?.[0] ?? 0;
  const last = slots.at(-1)?.[1] ?? token.length;
  /** Offsets of single characters that must stay. */
  const stay: number[] = [];
  const closing = new Set<number>();
  let open = quote;
  let opened = -1;
  for (let at = 0; at < token.length; at++) {
    const char = token[at] ?? "";
    if (char === "\\" && open !== "'") at++;
    else if (char === open) {
      if (opened < 0) {
        stay.push(at);
        closing.add(at);
      }
      open = "";
      opened = -1;
    } else if (open === "" && (char === "'" || char === '"')) {
      open = char;
      opened = at;
    } else if (opened < 0 && /[;&|()<>`]/.test(char)) stay.push(at);
  }
  if (opened >= 0) stay.push(opened);
  const from = Math.max(0, ...stay.filter((at) => at < first).map((at) => at + 1));
  const to = Math.min(token.length, ...stay.filter((at) => at >= last));
  const between = stay.filter((at) => at >= first && at < last).map((at) => token[at]).join("");
  const opens = from > 0 && !closing.has(from - 1);
  return { from, to, between, quote: open, opens, closes: to !== opened };
}
