/**
 * Text from elsewhere, made safe to show: names, paths and messages may hold characters that move
 * the cursor, start a new line or reverse the writing direction.
 *
 * @module
 */

/** C0, DEL, C1, line and paragraph separators, marks that change direction, lone surrogates. */
const UNSEEN =
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Texts that surely hold none of them; the map asks this of thousands. */
const PLAIN = /^[\x20-\x7e\u00b7\u2014\u2026]*$/;

const SHORT: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** The text with each character that does not show as itself written as an escape. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll(UNSEEN, (char) => {
    const code = char.charCodeAt(0);
    return SHORT[char] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/** A message as one line: line breaks become `; `, other unseen characters escapes. */
export function oneLine(text: string): string {
  return visible(text.trim().replaceAll(/\s*[\r\n]+\s*/g, "; "));
}

/** A value between double quotes for a message, cut where it is longer than anyone reads. */
export function quoted(value: string, maxLength = 100): string {
  const characters = [...value];
  const cut = characters.length > maxLength ? `${characters.slice(0, maxLength).join("")}…` : value;
  return `"${visible(cut)}"`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
