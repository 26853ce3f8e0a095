/**
 * What is delivered in the matrix: one text for each way in which a text can go wrong.
 *
 * @module
 */

import type { Behaviour, Trait } from "../sim/behaviour.ts";
import { completionFor } from "../sim/popup.ts";

/** What a payload may depend on. */
export interface PayloadContext {
  readonly behaviour: Behaviour;
  /** A file that exists only when something in the payload was run. */
  readonly trap: string;
}

/** Texts by name. */
export const PAYLOADS: Readonly<Record<string, (context: PayloadContext) => string>> = {
  plain: () => "Please summarise the open issues.",
  one_char: () => "y",
  semicolon: () => "echo a; echo b;",
  dash: () => "-t %0 --help",
  slash_word: () => "/help",
  slash_text: () => "/compact the notes of today",
  bang: () => "!git status",
  at_word: () => "look at @readme",
  file_name: () => "explain main.ts",
  hash: () => "# remember to run the tests",
  word_enter: () => "Enter",
  word_ctrl_c: () => "C-c",
  quotes: () => `it's "quoted" \`ticks\` $HOME \${x} \\n back\\slash 100%`,
  backslash_end: () => "a path like C:\\",
  tmux_format: ({ trap }) => `#{pane_id} #S #(touch ${trap})`,
  emoji: () => "ship it 🚀 👩‍👩‍👧 🇩🇪 👍🏽 ok",
  cjk: () => "你好世界，请检查这个。こんにちは 안녕하세요",
  combining: () => "e\u0301te\u0301 n\u0303 a\u0308 Z\u0351\u034b\u0343algo cafe\u0301",
  tabs: () => "name\tvalue\tend",
  two_lines: () => "first line\nsecond line",
  twelve_lines: () => Array.from({ length: 12 }, (_, at) => `step ${at + 1}: do it;`).join("\n"),
  blank_lines: () => "above\n\n\nbelow",
  long_line: () => numbered(2000),
  very_long: () => numbered(30_000),
  on_screen: () => "Welcome to the simulated agent",
  prompt_glyph: ({ behaviour }) => behaviour.prompt.trim() || ">",
  trailing_spaces: () => "mind the gap   ",
  leading_spaces: () => "   indented",
  boxes: () => "╭──╮ boxed text │ ╰──╯ ━┃",
  only_boxes: () => "┌──┐",
  json: () => `{"a": [1, 2, {"b": "c\\"d"}], "e": null, "f": "\\u00e9"}`,
  repeats: () => "ha ha ha ha ha ha ha ha ha ha",
};

/** A text of exactly so many characters in which no part is like another. */
function numbered(length: number): string {
  let text = "";
  for (let at = 1; text.length < length; at++) text += `word${at} `;
  return `${text.slice(0, length - 4)}.END`;
}

/** Bytes of a line that a terminal in canonical mode holds. */
const CANONICAL_BYTES = 4095;

/** What about a text decides what can become of it. */
export function traitsOf(text: string): readonly Trait[] {
  const traits: Trait[] = ["any"];
  if (text.includes("\n")) traits.push("lines");
  if (text.includes("\t")) traits.push("tab");
  if (new TextEncoder().encode(text).length > CANONICAL_BYTES) traits.push("long");
  if (completionFor(text) !== null) traits.push("popup");
  if (text.endsWith("\\")) traits.push("backslash");
  if (text.startsWith("!")) traits.push("bang");
  if (text.startsWith("/")) traits.push("slash");
  if (/^[\s\u2500-\u257f]*$/.test(text)) traits.push("uncountable");
  return traits;
}

/** The message that an agent makes of a text that it was given exactly. */
export function messageFor(text: string, behaviour: Behaviour): string {
  let message = text;
  if (behaviour.alters.includes("tab-to-spaces")) message = message.replaceAll("\t", "    ");
  if (behaviour.alters.includes("trim-end")) message = message.trimEnd();
  if (behaviour.alters.includes("nfc")) message = message.normalize("NFC");
  return message;
}
