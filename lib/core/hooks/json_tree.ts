/**
 * JSON as a tree that knows where each value stands in the text, so that a part can be taken out
 * of a file that a person formatted without touching the rest. Comments and trailing commas are
 * read over, because people write them; duplicate keys are all kept.
 *
 * @module
 */

/** A value and its place: `text.slice(start, end)` is its source. */
export type JsonNode =
  & { readonly start: number; readonly end: number }
  & (
    | { readonly kind: "object"; readonly members: readonly JsonMember[] }
    | { readonly kind: "array"; readonly items: readonly JsonNode[] }
    | { readonly kind: "string"; readonly value: string }
    | { readonly kind: "other" }
  );

/** A key with its value; `start` is the key's opening quote. */
export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
  readonly start: number;
  readonly end: number;
}

/** The text is no JSON. The message says why; line and column count from 1. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly line: number;
  readonly column: number;
  constructor(text: string, offset: number, expected: string) {
    const before = text.slice(0, offset);
    const line = before.split("\n").length;
    const column = offset - (before.lastIndexOf("\n") + 1) + 1;
    super(`line ${line}, column ${column}: ${expected}`);
    this.line = line;
    this.column = column;
  }
}

/** Deeper than any settings file; a guard against a text that would exhaust the stack. */
const MAX_DEPTH = 200;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Reads a whole text.
 *
 * @throws {JsonSyntaxError} when it is no JSON, or nested deeper than 200 levels.
 */
export function parseJsonTree(text: string): JsonNode {
  let at = skipSpace(text, text.startsWith("\uFEFF") ? 1 : 0);

  function fail(expected: string): never {
    throw new JsonSyntaxError(text, at, expected);
  }

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null || found[0] === "") return null;
    at = pattern.lastIndex;
    return found[0];
  }

  function string(): string {
    const source = take(STRING) ?? fail("a string was expected");
    return JSON.parse(source) as string;
  }

  /** The children between `open` (where `at` stands) and `close`; leaves `at` behind `close`. */
  function children<T>(close: string, one: () => T): T[] {
    const found: T[] = [];
    at = skipSpace(text, at + 1);
    while (text[at] !== close) {
      found.push(one());
      at = skipSpace(text, at);
      if (text[at] === ",") at = skipSpace(text, at + 1);
      else if (text[at] !== close) fail(`"," or "${close}" was expected`);
    }
    at++;
    return found;
  }

  function value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) fail("nested too deeply");
    const start = at;
    switch (text[at]) {
      case "{": {
        const members = children("}", () => member(depth));
        return { kind: "object", members, start, end: at };
      }
      case "[": {
        const items = children("]", () => value(depth + 1));
        return { kind: "array", items, start, end: at };
      }
      case '"': {
        const decoded = string();
        return { kind: "string", value: decoded, start, end: at };
      }
      default:
        if (take(WORD) === null) fail("a value was expected");
        return { kind: "other", start, end: at };
    }
  }

  function member(depth: number): JsonMember {
    const start = at;
    const key = string();
    at = skipSpace(text, at);
    if (text[at] !== ":") fail('":" was expected');
    at = skipSpace(text, at + 1);
    const node = value(depth + 1);
    return { key, value: node, start, end: node.end };
  }

  const root = value(0);
  at = skipSpace(text, at);
  if (at < text.length) fail("nothing more was expected");
  return root;
}

/** The offset of the first character at or after `at` that is neither white space nor comment. */
export function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}
