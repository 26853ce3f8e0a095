import { assertEquals } from "@std/assert";
import { readLines } from "./read_lines.ts";

async function lines(...chunks: (string | number[])[]): Promise<string[]> {
  const bytes = chunks.map((chunk) =>
    typeof chunk === "string" ? new TextEncoder().encode(chunk) : new Uint8Array(chunk)
  );
  return await Array.fromAsync(readLines(ReadableStream.from(bytes)));
}

Deno.test("lines come whole however the bytes were cut", async () => {
  assertEquals(await lines("a\nb", "c\n\nd"), ["a", "bc", "", "d"]);
  assertEquals(await lines("\ufeffx\n"), ["\ufeffx"]);
  assertEquals(await lines([0xe6, 0x97], [0xa5, 0x0a]), ["日"]);
  assertEquals(await lines([0xe6]), ["\ufffd"]);
  assertEquals(await lines(), []);
});

Deno.test("leaving early gives the stream back", async () => {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("x\n")),
    cancel: () => void (cancelled = true),
  });
  for await (const line of readLines(stream)) {
    assertEquals(line, "x");
    break;
  }
  assertEquals(cancelled, true);
});
