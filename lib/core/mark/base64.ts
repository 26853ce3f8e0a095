/**
 * Base64 as it goes into addresses and shells unquoted: `-` and `_`, without padding.
 *
 * @module
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Six bits a letter; what is left of the last is 0. */
export function toBase64(bytes: readonly number[]): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = held * 256 + byte;
    for (bits += 8; bits >= 6; held %= 2 ** bits) {
      bits -= 6;
      text += LETTERS[Math.floor(held / 2 ** bits)] ?? "";
    }
  }
  return bits === 0 ? text : text + (LETTERS[held * 2 ** (6 - bits)] ?? "");
}

/** Null for a text with other letters. */
export function fromBase64(text: string): readonly number[] | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return null;
    held = held * 64 + value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(Math.floor(held / 2 ** bits));
    held %= 2 ** bits;
  }
  return bytes;
}
