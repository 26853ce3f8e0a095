/**
 * Where the placeholders of a command stand, as a shell reads it.
 *
 * An author may put a placeholder bare, in quotes, or in a script within quotes
 * (`sh -c 'kimi -m {model} -p "$(cat)"'`). What is filled in must come out as that one value in
 * each, so each placeholder gets a writer for its own place; in a script within quotes, one that
 * quotes for the inner shell first and for the outer one after.
 *
 * @module
 */

import { insideDouble, insideSingle, quoteWord } from "../quote.ts";
import { shellName } from "../process/shells.ts";

export type Placeholder = "model" | "effort";

/** A placeholder of a command, in order of appearance. */
export interface Slot {
  readonly name: Placeholder;
  /** Offset of its `{`, and behind its `}`. */
  readonly start: number;
  readonly end: number;
  /** The text to put there for a value that is not empty. */
  write(value: string): string;
}

const PLACEHOLDER = /\{(model|effort)\}/y;

/** Programs beside the shells whose `-c` takes a script. */
const SCRIPT_RUNNERS = /^(?:.*\/)?(?:su|runuser|script|flock)$/;

/** Finds the placeholders of a command. A backslash before the `{` makes it plain text. */
export function findSlots(command: string): readonly Slot[] {
  return readScript(command, 0, null).slots;
}

/**
 * The words of a line that is one simple command and no more, quotes removed; null for a line with
 * operators, several lines, or nothing in it. Redirections are fine.
 */
export function simpleCommand(line: string): readonly string[] | null {
  const { words, compound } = readScript(line, 0, null);
  return compound || words.length === 0 ? null : words;
}

/** Whether a line's last word is a script for a shell: what is appended goes to that shell then. */
export function endsInScript(line: string): boolean {
  const words = simpleCommand(line);
  return words !== null && takesScript(words.slice(0, -1));
}

type Writer = (value: string) => string;
/** A slot whose writer may still be wrapped when the word that it stands in turns out a script. */
interface OpenSlot extends Slot {
  write: Writer;
}

/** A word while it is read. `text` is what the shell makes of it. */
interface Word {
  text: string;
  started: boolean;
  readonly slots: OpenSlot[];
  readonly encode: Writer[];
}

function readScript(
  source: string,
  from: number,
  until: ")" | null,
): { slots: OpenSlot[]; end: number; words: readonly string[]; compound: boolean } {
  const slots: OpenSlot[] = [];
  let command: string[] = [];
  let word = newWord();
  let depth = 0;
  let compound = false;
  let at = from;

  const endWord = () => {
    if (!word.started) return;
    if (takesScript(command)) nest(word);
    command.push(word.text);
    word = newWord();
  };
  const endCommand = () => {
    compound = true;
    command = [];
  };
  const literal = (text: string) => {
    word.started = true;
    word.text += text;
  };
  /** A placeholder at `at` that the shell would read with this encoding, if there is one. */
  const placeholder = (encode: Writer): boolean => {
    PLACEHOLDER.lastIndex = at;
    const match = PLACEHOLDER.exec(source);
    if (match === null) return false;
    const slot: OpenSlot = {
      name: match[1] as Placeholder,
      start: at,
      end: at + match[0].length,
      write: encode,
    };
    slots.push(slot);
    word.slots.push(slot);
    word.encode.push(encode);
    literal(match[0]);
    at = slot.end;
    return true;
  };
  /** A command substitution at `at`; its inside is a script of its own. */
  const substitution = (): boolean => {
    if (source.startsWith("$(", at)) {
      const inner = readScript(source, at + 2, ")");
      slots.push(...inner.slots);
      at = inner.end;
    } else if (source[at] === "`") {
      const close = closingBacktick(source, at + 1);
      for (const slot of readScript(source.slice(at + 1, close), 0, null).slots) {
        slots.push({
          ...slot,
          start: slot.start + at + 1,
          end: slot.end + at + 1,
          write: (value) => slot.write(value).replaceAll(/[\\`$]/g, "\\$&"),
        });
      }
      at = close + 1;
    } else return false;
    word.started = true;
    return true;
  };

  while (at < source.length) {
    const char = source[at] ?? "";
    if (char === "\\") {
      const next = source[at + 1] ?? "";
      if (next !== "\n") literal(next);
      at += 2;
    } else if (char === "'") {
      at++;
      literal("");
      while (at < source.length && source[at] !== "'") {
        if (!placeholder(insideSingle)) literal(source[at++] ?? "");
      }
      at++;
    } else if (char === '"') {
      at++;
      literal("");
      while (at < source.length && source[at] !== '"') {
        if (placeholder(insideDouble) || substitution()) continue;
        if (source[at] === "\\" && /[$`"\\\n]/.test(source[at + 1] ?? "")) at++;
        literal(source[at++] ?? "");
      }
      at++;
    } else if (placeholder(quoteWord) || substitution()) {
      continue;
    } else if (char === "#" && !word.started) {
      while (at < source.length && source[at] !== "\n") if (!placeholder(asIs)) at++;
      word = newWord();
    } else if (/\s/.test(char)) {
      endWord();
      if (char === "\n") endCommand();
      at++;
    } else if (/[;&|()<>]/.test(char)) {
      endWord();
      if (char === ")" && depth-- === 0 && until === ")") {
        return { slots, end: at + 1, words: command, compound };
      }
      if (char === "(") depth++;
      if (char !== "<" && char !== ">") endCommand();
      at++;
    } else {
      literal(char);
      at++;
    }
  }
  endWord();
  slots.sort((a, b) => a.start - b.start);
  return { slots, end: at, words: command, compound };
}

function newWord(): Word {
  return { text: "", started: false, slots: [], encode: [] };
}

/** A comment is read by nobody, but a line feed in it would end it. */
function asIs(value: string): string {
  return value.replaceAll("\n", " ");
}

/** Makes the writers of a word that is a script write for the shell that will run it. */
function nest(word: Word): void {
  const inner = findSlots(word.text);
  // An escaped placeholder in the inner script is text there: then nothing can be told apart.
  if (inner.length !== word.slots.length) return;
  word.slots.forEach((slot, index) => {
    const write = inner[index]?.write ?? quoteWord;
    const encode = word.encode[index] ?? quoteWord;
    slot.write = (value) => encode(write(value));
  });
}

/** Whether the word after these is a script: `eval …`, or a shell whose options include `-c`. */
function takesScript(words: readonly string[]): boolean {
  const command = words.filter((word, index) =>
    !(/^[A-Za-z_][A-Za-z0-9_]*=/.test(word) && words.slice(0, index).every((w) => w.includes("=")))
  );
  if (command[0] === "eval") return true;
  const shell = command.findLastIndex((word) =>
    shellName(word) !== null || SCRIPT_RUNNERS.test(word)
  );
  if (shell < 0) return false;
  const options = command.slice(shell + 1);
  return options.some((word) => /^-[A-Za-z]*c[A-Za-z]*$|^--command$/.test(word)) &&
    options.every((word, index) =>
      /^[-+]/.test(word) || /^[-+][A-Za-z]*[oO]$/.test(options[index - 1] ?? "")
    );
}

function closingBacktick(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "`") return at;
  }
  return source.length;
}
