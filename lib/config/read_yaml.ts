/**
 * Reads YAML that a person wrote, and refuses what would silently mean something else.
 *
 * The parser takes a tab for indentation into the wrong structure, cuts a command at a `#`, and
 * turns `4.10` into 4.1: the first two are looked for here, the third where types are checked.
 *
 * @module
 */

import { parse } from "@std/yaml";
import { isTree, type Tree } from "../core/config/merge.ts";
import { locate, syntaxProblem } from "./locate.ts";

/** What is wrong with a YAML text, and where; lines and columns count from 1. */
export class YamlProblem extends Error {
  override readonly name = "YamlProblem";
  constructor(
    message: string,
    readonly at: { readonly line: number; readonly column: number } | null,
  ) {
    super(message);
  }
}

/**
 * The value that a YAML text holds; null for an empty one.
 *
 * @throws {YamlProblem}
 */
export async function readYaml(text: string): Promise<unknown> {
  const source = text.replace(/^\uFEFF/, "");
  // Tabs are fine in block text and between brackets, so a strict parser has the last word.
  if (/^ *\t[\t ]*[^\s#]/m.test(source)) {
    const problem = await syntaxProblem(source);
    if (problem !== null) throw new YamlProblem(problem.message, problem);
  }
  let value: unknown;
  try {
    value = parse(source);
  } catch (error) {
    throw syntaxError(error);
  }
  if (/command.*\s#\S/.test(source)) await refuseCutCommand(source);
  return value;
}

/**
 * As {@linkcode readYaml}, where the text must be a map or empty.
 *
 * @throws {YamlProblem}
 */
export async function readYamlMap(text: string): Promise<Tree> {
  const value = await readYaml(text) ?? {};
  if (isTree(value)) return value;
  throw new YamlProblem("expected a map of keys, such as 'agent:' with 'session: codex' under it", {
    line: 1,
    column: 1,
  });
}

function syntaxError(error: unknown): YamlProblem {
  if (error instanceof RangeError) return new YamlProblem("nested too deeply", null);
  const message = error instanceof Error ? error.message : String(error);
  const found = /^(.*?) at line (\d+), column (\d+)/s.exec(message);
  if (found === null) return new YamlProblem(lowerFirst(message.split("\n", 1)[0] ?? ""), null);
  return new YamlProblem(lowerFirst(found[1] ?? ""), {
    line: Number(found[2]),
    column: Number(found[3]),
  });
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** `interactive_command: claude #1` is cut at the `#`. With a space behind it, it is a comment. */
async function refuseCutCommand(source: string): Promise<void> {
  for (const { key, comment, ...at } of (await locate(source)).commented) {
    if (!key.endsWith("_command") || /^\s/.test(comment)) continue;
    throw new YamlProblem(
      `${key}: the value is cut at '#${comment}'; put all of it in quotes (or a space behind the # of a comment)`,
      at,
    );
  }
}
