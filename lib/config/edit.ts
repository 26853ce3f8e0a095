/**
 * Changes one value of a YAML text and not a character beside it: comments, order, spacing and
 * line ends stay as the author wrote them.
 *
 * The text is spliced at the places that the parser tells, because printing a parsed document
 * would lay it out anew. Whoever calls it checks what came out by reading it, and loads this module
 * only then, for the parser that knows places is a large one.
 *
 * @module
 */

import { isAlias, isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";
import { FabError } from "../core/errors.ts";
import { formatKey } from "../core/config/keys.ts";
import { renderScalar } from "./render_scalar.ts";

/** A scalar to set. */
export type Scalar = string | number | boolean;

/** How a text is edited. */
interface Editing {
  readonly text: string;
  /** Line feed, with a carriage return before it where the text has them. */
  readonly newline: string;
}

/**
 * The text with a value set; missing maps on the way are made.
 *
 * @throws {FabError} where the way leads through an alias or something that is no map.
 */
export function setValue(
  text: string,
  path: readonly string[],
  value: Scalar,
): string {
  const editing = start(text);
  const document = parseDocument(text);
  if (document.contents === null) return append(editing, path, value);
  if (isMap(document.contents) && document.contents.items.length === 0) {
    return insertFirst(editing, document.contents, path, value);
  }
  let map = mapAt(document.contents, []);
  for (let depth = 0;; depth++) {
    const key = path[depth] ?? "";
    const pair = pairOf(map, key);
    const rest = path.slice(depth + 1);
    if (pair === undefined) return insertLast(editing, map, path.slice(depth), value);
    if (rest.length === 0) return replaceValue(editing, pair, value, map.flow === true);
    const child = pair.value as Node | null;
    if (child === null || (isScalar(child) && child.source === "")) {
      return insertBelow(editing, { map, pair }, rest, value);
    }
    map = mapAt(child, path.slice(0, depth + 1));
    if (map.items.length === 0) return insertFirst(editing, map, rest, value);
  }
}

/**
 * The text without the entry at a path; null when there is none.
 *
 * @throws {FabError} as {@linkcode setValue}.
 */
export function removeValue(text: string, path: readonly string[]): string | null {
  const editing = start(text);
  const document = parseDocument(text);
  if (document.contents === null) return null;
  let node: Node | null = document.contents;
  for (let depth = 0;; depth++) {
    if (node === null || isScalar(node)) return null;
    const map = mapAt(node, path.slice(0, depth));
    const pair = pairOf(map, path[depth] ?? "");
    if (pair === undefined) return null;
    if (depth === path.length - 1) return cut(editing, map, pair);
    node = pair.value as Node | null;
  }
}

function start(text: string): Editing {
  return { text, newline: text.includes("\r\n") ? "\r\n" : "\n" };
}

function mapAt(node: Node, path: readonly string[]): YAMLMap {
  if (isMap(node)) return node;
  const where = path.length === 0 ? "the file" : formatKey(path);
  const what = isAlias(node) ? `an alias (*${node.source})` : "no map";
  throw new FabError("failed", `${where} is ${what}; edit it by hand`);
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/** Where an entry begins and its value ends. */
function extent(pair: Pair): { from: number; to: number } {
  const key = pair.key as Node;
  const value = pair.value as Node | null;
  const from = key.range?.[0] ?? 0;
  const keyEnd = key.range?.[1] ?? from;
  if (value === null) return { from, to: keyEnd };
  if (isMap(value) && value.flow !== true && value.items.length > 0) {
    return { from, to: extent(value.items.at(-1) as Pair).to };
  }
  return { from, to: Math.max(keyEnd, value.range?.[1] ?? 0) };
}

function replaceValue(editing: Editing, pair: Pair, value: Scalar, flow: boolean): string {
  const { text } = editing;
  const node = pair.value as Node | null;
  const written = renderScalar(value, flow);
  const [from, to] = [node?.range?.[0] ?? 0, node?.range?.[1] ?? 0];
  if (node === null || from === to) {
    const colon = text.indexOf(":", (pair.key as Node).range?.[1] ?? 0);
    // `{a}` is a key without even a colon.
    if (node === null) return splice(text, (pair.key as Node).range?.[1] ?? 0, 0, `: ${written}`);
    return splice(text, colon + 1, 0, ` ${written}`);
  }
  // A block of text ends behind its last line feed, which is not a part of a word.
  const end = text[to - 1] === "\n" ? to - (text[to - 2] === "\r" ? 2 : 1) : to;
  return splice(text, from, end - from, written);
}

/** New entries below the last one of a map. */
function insertLast(
  editing: Editing,
  map: YAMLMap,
  path: readonly string[],
  value: Scalar,
): string {
  const { text } = editing;
  const last = map.items.at(-1) as Pair;
  const { to } = extent(last);
  if (map.flow === true) return splice(text, to, 0, `, ${flowEntry(path, value)}`);
  const indent = columnOf(text, ((map.items[0] as Pair).key as Node).range?.[0] ?? 0);
  return insertLine(editing, lineEnd(text, to), blockEntry(editing, path, value, indent));
}

/** The first entry of a map that is written `{}`. */
function insertFirst(
  editing: Editing,
  map: YAMLMap,
  path: readonly string[],
  value: Scalar,
): string {
  return splice(editing.text, (map.range?.[0] ?? 0) + 1, 0, flowEntry(path, value));
}

/** The first entry of a section that has a name and nothing below it. */
function insertBelow(
  editing: Editing,
  at: { readonly map: YAMLMap; readonly pair: Pair },
  path: readonly string[],
  value: Scalar,
): string {
  const { text } = editing;
  const key = at.pair.key as Node;
  const keyEnd = key.range?.[1] ?? 0;
  if (at.map.flow === true) {
    const colon = at.pair.value === null ? ":" : "";
    const behind = colon === "" ? text.indexOf(":", keyEnd) + 1 : keyEnd;
    return splice(text, behind, 0, `${colon} {${flowEntry(path, value)}}`);
  }
  const indent = columnOf(text, key.range?.[0] ?? 0) + 2;
  return insertLine(editing, lineEnd(text, keyEnd), blockEntry(editing, path, value, indent));
}

function append(editing: Editing, path: readonly string[], value: Scalar): string {
  return insertLine(editing, editing.text.length, blockEntry(editing, path, value, 0));
}

function blockEntry(
  editing: Editing,
  path: readonly string[],
  value: Scalar,
  indent: number,
): string {
  const lines = path.map((key, depth) =>
    `${" ".repeat(indent + 2 * depth)}${renderScalar(key, false)}:`
  );
  return `${lines.join(editing.newline)} ${renderScalar(value, false)}`;
}

function flowEntry(path: readonly string[], value: Scalar): string {
  const [key = "", ...rest] = path;
  const name = renderScalar(key, true);
  return rest.length === 0
    ? `${name}: ${renderScalar(value, true)}`
    : `${name}: {${flowEntry(rest, value)}}`;
}

/** Puts lines after the line that ends at an offset. */
function insertLine(editing: Editing, at: number, lines: string): string {
  const { text, newline } = editing;
  const fresh = at === 0 || text[at - 1] === "\n";
  return splice(text, at, 0, `${fresh ? "" : newline}${lines}${newline}`);
}

function cut(editing: Editing, map: YAMLMap, pair: Pair): string {
  const { text } = editing;
  const { from, to } = extent(pair);
  if (map.flow !== true) {
    const lineStart = text.lastIndexOf("\n", from - 1) + 1;
    return splice(text, lineStart, lineEnd(text, to) - lineStart, "");
  }
  const index = map.items.indexOf(pair);
  const next = map.items[index + 1];
  if (next !== undefined) return splice(text, from, extent(next).from - from, "");
  const before = map.items[index - 1];
  const start = before === undefined ? from : extent(before).to;
  return splice(text, start, to - start, "");
}

/** Behind the line feed of the line that an offset is on; an offset at a line's start ends it. */
function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const found = text.indexOf("\n", offset);
  return found < 0 ? text.length : found + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function splice(text: string, at: number, remove: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at + remove);
}
