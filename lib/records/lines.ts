/**
 * Lines out of bytes that were appended to a file.
 *
 * @module
 */

const LINE_FEED = 10;

/** The longest line that is read; a longer one is passed over. */
export const LINE_BYTES = 8 * 1024 * 1024;

/** Splits bytes at line feeds. What is behind the last one is not whole yet, and waits. */
export function wholeLines(
  bytes: Uint8Array,
): { readonly lines: readonly string[]; readonly bytes: number } {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  if (end === 0) return { lines: [], bytes: 0 };
  // A character is whole where its line is.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
  return { lines: text.split("\n").slice(0, -1).filter((line) => line.trim() !== ""), bytes: end };
}
