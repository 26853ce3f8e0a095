/**
 * The command blocks of a document, and what a test does with each. The fence's info string says it:
 *
 * | fence | what happens |
 * | --- | --- |
 * | ` ```sh ` (also `bash`, `zsh`, `fish`) | the block is run by that shell and must end with 0 |
 * | ` ```sh fails ` | it is run and must not end with 0: it shows a refusal |
 * | ` ```sh no-run: <why> ` | it is not run; the test's output says why |
 * | ` ```tmux ` | tmux must take it as a configuration, and fab each line of its own |
 * | ` ```yaml <path> ` | it is written to that file, for the blocks that follow |
 * | ` ```text output-of: <command> ` | the command is run, and prints exactly this |
 * | ` ```text `, ` ```json ` and others | shown, not run |
 *
 * A fence without a word is an error: each says what it is.
 *
 * @module
 */

/** A fenced block. */
export interface DocBlock {
  /** Line of its fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** What follows the language in the info string. */
  readonly note: string;
  readonly text: string;
}

/** Languages of blocks that are commands. */
export const SHELL_LANGUAGES: readonly string[] = ["sh", "bash", "zsh", "fish"];

/**
 * The fenced blocks of a Markdown text, in order.
 *
 * @throws {Error} for a fence that says nothing, or that is not closed.
 */
export function docBlocks(markdown: string): readonly DocBlock[] {
  const blocks: DocBlock[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const fence = /^(\s*)(`{3,})(.*)$/.exec(lines[at]!);
    if (fence === null) continue;
    const [, indent = "", ticks = "", info = ""] = fence;
    const [, language = "", note = ""] = /^\s*(\S*)\s*(.*?)\s*$/.exec(info) ?? [];
    if (language === "") throw new Error(`line ${at + 1}: a fence without a language`);
    const end = lines.findIndex((line, index) => index > at && line.trim() === ticks);
    if (end < 0) throw new Error(`line ${at + 1}: a fence that is not closed`);
    const text = lines.slice(at + 1, end)
      .map((line) => line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
    blocks.push({ line: at + 1, language, note, text: text.map((one) => `${one}\n`).join("") });
    at = end;
  }
  return blocks;
}

/** Why a block is not run; null when it is. */
export function reasonNotRun(block: DocBlock): string | null {
  return /^no-run:\s*(.+)$/.exec(block.note)?.[1] ?? null;
}

/** The command whose output a block shows; null when it shows none. */
export function commandShown(block: DocBlock): string | null {
  return /^output-of:\s*(.+)$/.exec(block.note)?.[1] ?? null;
}
