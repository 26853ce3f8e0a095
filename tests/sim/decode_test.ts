import { assertEquals } from "@std/assert";
import { createDecoder, createWholeDecoder, type Key } from "./decode.ts";

/** Keys of reads that are cut as given. */
function keysOf(...reads: readonly string[]): readonly Key[] {
  const decoder = createDecoder();
  const encoder = new TextEncoder();
  return reads.flatMap((read) => decoder.push(encoder.encode(read)));
}

Deno.test("a paste is one key, wherever the reads are cut", () => {
  const whole = "\x1b[200~one\rtwo\r\nthree\x1b[201~";
  const paste = { kind: "paste", text: "one\ntwo\nthree" } as const;
  for (let cut = 1; cut < whole.length; cut++) {
    assertEquals(keysOf(whole.slice(0, cut), whole.slice(cut)), [paste], `cut at ${cut}`);
  }
});

Deno.test("an Enter knows whether text came with it", () => {
  assertEquals(keysOf("a\r"), [
    { kind: "text", text: "a" },
    { kind: "enter", withText: true, lineFeed: false },
  ]);
  assertEquals(keysOf("a", "\n").at(-1), { kind: "enter", withText: false, lineFeed: true });
});

Deno.test("a character that is cut in two is whole", () => {
  const bytes = new TextEncoder().encode("é🚀");
  const decoder = createDecoder();
  const keys = Array.from(bytes, (byte) => decoder.push(Uint8Array.of(byte))).flat();
  assertEquals(keys, [{ kind: "text", text: "é" }, { kind: "text", text: "🚀" }]);
});

Deno.test("ESC alone waits, and is Escape when nothing follows", () => {
  const decoder = createDecoder();
  assertEquals(decoder.push(Uint8Array.of(0x1b)), []);
  assertEquals(decoder.pending(), true);
  assertEquals(decoder.flush(), [{ kind: "escape" }]);
  assertEquals(keysOf("\x1b[D\x1b[99~\x15"), [
    { kind: "left" },
    { kind: "control", letter: "u" },
  ]);
});

Deno.test("where each read is one key, several are text, and so is an unknown one", () => {
  const decoder = createWholeDecoder();
  const keys = ["hi", "\x7f", "\x7f\x7f", "\r", "\x15", "\x1b[D"].flatMap((read) =>
    decoder.push(new TextEncoder().encode(read))
  );
  assertEquals(keys, [
    { kind: "text", text: "hi" },
    { kind: "backspace" },
    { kind: "text", text: "\x7f\x7f" },
    { kind: "enter", withText: false, lineFeed: false },
    { kind: "text", text: "u" },
    { kind: "left" },
  ]);
});
