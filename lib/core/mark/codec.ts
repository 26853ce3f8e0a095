/**
 * A mark as a word that goes through shells, JSON and chats.
 *
 * @module
 */

import { AGENT_STATES } from "../agent_state.ts";
import { UsageError } from "../errors.ts";
import { quoted } from "../visible.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { BLANK, hash32 } from "./hash.ts";
import type { Mark } from "./mark.ts";

/** The first byte. What is written differently gets another one. */
const VERSION = 1;
const ALTERNATE = 1;
const INDEXED = 2;
const ECHO = 4;
const TURN = 8;

/** Writes a mark: some twenty characters, and four for each line that is not blank. */
export function encodeMark(mark: Mark): string {
  const bytes: number[] = [];
  const number = (value: number) => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
    bytes.push(value);
  };
  const fixed = (value: number, count: number) => {
    for (let at = 0; at < count; at++) bytes.push(Math.floor(value / 256 ** at) % 256);
  };
  bytes.push(VERSION);
  bytes.push(
    (mark.alternate ? ALTERNATE : 0) + (mark.index === null ? 0 : INDEXED) +
      (mark.echo === null ? 0 : ECHO) + (mark.turn === undefined ? 0 : TURN),
  );
  fixed(mark.server, 4);
  [mark.pane, mark.width, mark.history, mark.row, mark.lastLength].forEach(number);
  if (mark.index !== null) number(mark.index);
  number(mark.lines.length);
  for (let at = 0; at < mark.lines.length; at += 8) {
    const eight = mark.lines.slice(at, at + 8);
    bytes.push(eight.reduce((sum, line, bit) => sum + (line === BLANK ? 0 : 2 ** bit), 0));
  }
  for (const line of mark.lines) if (line !== BLANK) fixed(line, 3);
  if (mark.echo !== null) {
    number(mark.echo.length);
    fixed(mark.echo.hash, 4);
  }
  if (mark.turn !== undefined) {
    number(mark.turn === null ? 0 : AGENT_STATES.indexOf(mark.turn.state) + 1);
    if (mark.turn !== null) number(Math.max(0, mark.turn.epoch));
  }
  fixed(checksum(bytes), 2);
  return toBase64(bytes);
}

/**
 * Reads a mark.
 *
 * @param flag the flag that it was given with, for the error
 * @throws {UsageError} when it is none, or not all of one.
 */
export function decodeMark(word: string, flag: string): Mark {
  const mark = read(word);
  if (mark !== null) return mark;
  throw new UsageError(
    `--${flag}: ${quoted(word)} is no mark; give the whole of what --json called mark`,
  );
}

function read(word: string): Mark | null {
  const bytes = fromBase64(word);
  if (bytes === null || bytes.length < 9) return null;
  const body = bytes.slice(0, -2);
  if (body[0] !== VERSION) return null;
  if (checksum(body) !== (bytes.at(-2) ?? 0) + 256 * (bytes.at(-1) ?? 0)) return null;
  return fields(body);
}

function fields(bytes: readonly number[]): Mark {
  let at = 2;
  const number = () => {
    let value = 0;
    for (let factor = 1;; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += byte % 128 * factor;
      if (byte < 128) return value;
    }
  };
  const fixed = (count: number) => {
    let value = 0;
    for (let byte = 0; byte < count; byte++) value += (bytes[at++] ?? 0) * 256 ** byte;
    return value;
  };
  const flags = bytes[1] ?? 0;
  const server = fixed(4);
  const pane = number();
  const width = number();
  const history = number();
  const row = number();
  const lastLength = number();
  const index = flags & INDEXED ? number() : null;
  const count = number();
  const map = bytes.slice(at, at + Math.ceil(count / 8));
  at += map.length;
  const lines = Array.from(
    { length: count },
    (_, line) => (map[line >> 3] ?? 0) & 1 << (line & 7) ? fixed(3) : BLANK,
  );
  const echo = flags & ECHO ? { length: number(), hash: fixed(4) } : null;
  const base = { pane, server, alternate: (flags & ALTERNATE) !== 0, width, history, lines };
  const mark = { ...base, lastLength, row, index, echo };
  if (!(flags & TURN)) return mark;
  const state = AGENT_STATES[number() - 1];
  return { ...mark, turn: state === undefined ? null : { state, epoch: number() } };
}

function checksum(bytes: readonly number[]): number {
  return hash32(String.fromCharCode(...bytes)) % 65536;
}
