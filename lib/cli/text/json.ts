/**
 * The one form of `--json` answers.
 *
 * @module
 */

/** A JSON document: two spaces a level, one line feed at its end. Unknown values are `null`. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
