/**
 * Lines of a stream of bytes.
 *
 * @module
 */

/**
 * Reads lines as they come, without their line feed; a last line without one counts. Leaving the
 * loop early cancels the stream.
 */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let pending = "";
  for await (const chunk of stream) {
    pending += decoder.decode(chunk, { stream: true });
    const lines = pending.split("\n");
    pending = lines.pop() ?? "";
    yield* lines;
  }
  pending += decoder.decode();
  if (pending !== "") yield pending;
}
