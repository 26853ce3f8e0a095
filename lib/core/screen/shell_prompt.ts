/**
 * Whether a shell's prompt stands at the cursor: asked where the program itself can't be.
 *
 * @module
 */

import type { Screen } from "./text.ts";

/** `$`, `#` and `%` are shells'; the others as well where a host, a directory or nothing is before. */
const MARK = /^(?:.*[$#%]|(?:.*[@~:/\\].*|[✗✓±\d\s]*)?[>❯➜»λ❱▶]|➜\s.*)$/u;

/** Whether a cursor that is visible stands behind a shell's prompt, with nothing below it. */
export function atShellPrompt({ rows, cursor }: Screen, cursorShown: boolean | null): boolean {
  if (cursorShown === false) return false;
  const row = rows[cursor.y] ?? "";
  if (rows.slice(cursor.y + 1).some((below) => below.trim() !== "")) return false;
  const text = row.trim();
  return text !== "" && Array.from(row).length <= cursor.x && MARK.test(text);
}
