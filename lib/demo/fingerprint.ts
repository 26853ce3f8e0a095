/**
 * What a text is known by: its size and its hash.
 *
 * @module
 */

/** A text's measures. */
export interface Fingerprint {
  /** UTF-8 bytes. */
  readonly bytes: number;
  readonly lines: number;
  /** SHA-256 of its UTF-8, in hexadecimal. */
  readonly sha256: string;
}

/** Measures a text. */
export async function fingerprint(text: string): Promise<Fingerprint> {
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return {
    bytes: bytes.length,
    lines: text.split("\n").length,
    sha256: Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}
