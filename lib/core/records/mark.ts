/**
 * Where an agent's files stood, as a word that goes through shells, JSON and chats.
 *
 * @module
 */

import { fromBase64, toBase64 } from "../mark/base64.ts";
import { UsageError } from "../errors.ts";
import { quoted } from "../visible.ts";
import type { ListPosition } from "./entries.ts";

/** Where one file stood. */
export interface Position {
  /** Which file it was. */
  readonly id: string | null;
  /** Bytes. */
  readonly size: number;
  /** For a list that is written anew each time. */
  readonly list?: ListPosition;
}

/** Where an agent's files stood. */
export interface RecordMark {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** By path. */
  readonly positions: Readonly<Record<string, Position>>;
}

/** What the word begins with. What is written differently gets another one. */
const VERSION = "r1.";

/** Writes a mark as a word. */
export function encodeRecordMark(mark: RecordMark): string {
  // Characters beyond ASCII as JSON escapes them: each letter is a byte.
  const json = JSON.stringify(mark).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return VERSION + toBase64(Array.from(json, (letter) => letter.charCodeAt(0)));
}

/**
 * Reads a word as a mark.
 *
 * @throws {UsageError} when it is none, or not all of one.
 */
export function decodeRecordMark(word: string, flag: string): RecordMark {
  const mark = word.startsWith(VERSION) ? read(word.slice(VERSION.length)) : null;
  if (mark !== null) return mark;
  throw new UsageError(
    `--${flag}: ${
      quoted(word)
    } is no mark of a record; give the whole of what 'fab pane record --json' called mark`,
  );
}

function read(text: string): RecordMark | null {
  const bytes = fromBase64(text);
  if (bytes === null) return null;
  try {
    const json = bytes.map((byte) => String.fromCharCode(byte)).join("");
    const value: unknown = JSON.parse(json);
    return isMark(value) ? value : null;
  } catch {
    return null;
  }
}

function isMark(value: unknown): value is RecordMark {
  if (typeof value !== "object" || value === null) return false;
  const { at, positions } = value as Partial<Record<keyof RecordMark, unknown>>;
  return typeof at === "number" && typeof positions === "object" && positions !== null &&
    Object.values(positions).every(isPosition);
}

function isPosition(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, size, list } = value as Partial<Record<keyof Position, unknown>>;
  if (list !== undefined) {
    const { count, tail } = (list ?? {}) as Partial<Record<keyof ListPosition, unknown>>;
    if (typeof count !== "number" || !Array.isArray(tail)) return false;
  }
  return (id === null || typeof id === "string") && typeof size === "number" && size >= 0;
}
