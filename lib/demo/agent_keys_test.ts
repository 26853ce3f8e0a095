import { assertEquals } from "@std/assert";
import { type Key, readKeys } from "./agent_keys.ts";

/** Reads a text that comes in pieces of `size` characters. */
function inPieces(text: string, size: number): readonly Key[] {
  const keys: Key[] = [];
  let rest = "";
  for (let at = 0; at < text.length; at += size) {
    const read = readKeys(rest + text.slice(at, at + size));
    keys.push(...read.keys);
    rest = read.rest;
  }
  return [...keys, ...rest === "" ? [] : [{ kind: "text", text: `left: ${rest}` } as const]];
}

Deno.test("typed text, named keys, and keys without a meaning", () => {
  assertEquals(readKeys("héllo 世\x7f\x15\r\t\x03\x1b[Ax\x1bOP\x1by").keys, [
    { kind: "text", text: "héllo 世" },
    { kind: "backspace" },
    { kind: "clear" },
    { kind: "enter" },
    { kind: "text", text: "x" },
    { kind: "text", text: "y" },
  ]);
});

Deno.test("a paste is one key, whatever is in it, however it is cut", () => {
  const text = "-- two\nlines\r\t\x1b[A and; 世界 👋\x15";
  const sent = `a\x1b[200~${text}\x1b[201~\r`;
  for (const size of [1, 2, 3, 7, sent.length]) {
    assertEquals(inPieces(sent, size), [
      { kind: "text", text: "a" },
      { kind: "paste", text },
      { kind: "enter" },
    ], `pieces of ${size}`);
  }
});

Deno.test("what is not complete is kept for the next read", () => {
  for (const rest of ["\x1b", "\x1b[", "\x1b[20", "\x1bO", "\x1b[200~open"]) {
    assertEquals(readKeys(`a${rest}`), { keys: [{ kind: "text", text: "a" }], rest });
  }
});
