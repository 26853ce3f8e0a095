import { assertEquals, assertThrows } from "@std/assert";
import { callMessages, inputMessages, KIND, MessageReader, numberAt, speaks } from "./wire.ts";

const CALLER = { pid: 42, directory: "/desk", environment: ["TMUX=/tmp/x,1,0", "TMUX_PANE=%7"] };

function read(bytes: Uint8Array | null) {
  return new MessageReader().add(bytes ?? new Uint8Array());
}

function wordsOf(bytes: Uint8Array | null): readonly string[] {
  const command = read(bytes).find(({ kind }) => kind === KIND.command);
  const body = command?.body ?? new Uint8Array();
  const words = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body.subarray(4)).split("\0");
  assertEquals(words.pop(), "");
  assertEquals(new DataView(body.buffer, body.byteOffset).getInt32(0, true), words.length);
  return words;
}

Deno.test("a call introduces its client, then says the command", () => {
  const messages = read(callMessages(CALLER, ["list-panes", "-a"]));
  assertEquals(messages.map(({ kind }) => kind), [
    111,
    100,
    101,
    102,
    108,
    107,
    105,
    105,
    106,
    200,
  ]);
  // A server ends itself over other lengths than these.
  assertEquals(messages.map(({ body }) => body.length), [8, 4, 1, 1, 6, 4, 16, 13, 0, 18]);
});

Deno.test("every character that a word may hold arrives, and none ends it", () => {
  for (let code = 1; code < 0x300; code++) {
    const char = String.fromCodePoint(code);
    const words = ["send-keys", char, `a${char}`, `${char}b`, `${char};`, char + char];
    assertEquals(wordsOf(callMessages(CALLER, words)), words);
  }
  const rest = ["\ufeffx", "日本語", "👩‍👩‍👧", "\u{10ffff}", "", " ", "#{x}", "%1", "'\"\\$`"];
  assertEquals(wordsOf(callMessages(CALLER, rest)), rest);
});

Deno.test("random words arrive", () => {
  const random = new Uint32Array(16_000);
  for (let round = 0; round < 20; round++) {
    crypto.getRandomValues(random.subarray(0, 4000));
    const words = Array.from(
      { length: 40 },
      (_, word) =>
        Array.from(random.subarray(word * 100, word * 100 + random[word]! % 100), (value) => {
          const code = value % 0x110000;
          return code === 0 || (code >= 0xd800 && code < 0xe000) ? "x" : String.fromCodePoint(code);
        }).join(""),
    );
    const bytes = callMessages(CALLER, words);
    if (bytes !== null) assertEquals(wordsOf(bytes), words);
  }
});

Deno.test("what fits into no message is not said in another way", () => {
  assertEquals(callMessages(CALLER, ["a\0b"]), null);
  assertEquals(callMessages({ ...CALLER, directory: "/a\0b" }, ["x"]), null);
  assertEquals(callMessages({ ...CALLER, environment: [`A=${"x".repeat(20_000)}`] }, ["x"]), null);
  const most = 16384 - 16 - 4 - 1;
  assertEquals(callMessages(CALLER, ["x".repeat(most + 1)]), null);
  assertEquals(wordsOf(callMessages(CALLER, ["x".repeat(most)])), ["x".repeat(most)]);
});

Deno.test("standard input goes in pieces, byte for byte, and ends", () => {
  const input = new Uint8Array(1 << 20);
  for (let at = 0; at < input.length; at += 65536) {
    crypto.getRandomValues(input.subarray(at, at + 65536));
  }
  const messages = read(inputMessages(42, { stream: 3, input }));
  const pieces = messages.slice(0, -1);
  const all = new Uint8Array(pieces.flatMap(({ body }) => [...body.subarray(4)]));
  assertEquals(all, input);
  assertEquals(messages.every((message) => numberAt(message, 0) === 3), true);
  assertEquals(messages.at(-1)?.kind, KIND.readDone);
});

Deno.test("messages are put together again, wherever they were cut", () => {
  const bytes = callMessages(CALLER, ["list-panes", "é"]) ?? new Uint8Array();
  const whole = read(bytes);
  for (let size = 1; size < 40; size++) {
    const reader = new MessageReader();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) {
      found.push(...reader.add(bytes.subarray(at, at + size)));
    }
    assertEquals(found, whole);
  }
  assertThrows(() => new MessageReader().add(new Uint8Array(16)), RangeError);
});

Deno.test("only releases that were looked at are spoken to", () => {
  for (const version of ["3.3", "3.3a", "3.4", "3.5a"]) {
    assertEquals(speaks(version), true, version);
  }
  for (const version of ["3.1c", "3.2a", "next-3.6", "openbsd-7.8", "9.9", "", "3.5ab"]) {
    assertEquals(speaks(version), false, version);
  }
});
