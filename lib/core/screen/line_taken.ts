/**
 * Whether a line editor ended the line that it edited: the text stays where it was typed, and the
 * cursor, which stood behind it, goes to a row below.
 *
 * @module
 */

import type { Echo } from "./echo.ts";
import { cursorBehind, placeOf } from "./submission.ts";
import type { Screen } from "./text.ts";

/**
 * Whether the cursor left the end of the text for a row below, or the text is nowhere any more. By
 * itself it is no proof: in an editor of several lines Enter begins a new one.
 */
export function leftTheLine(
  echo: Echo,
  screens: { readonly echoed: Screen; readonly now: Screen },
): boolean {
  const { echoed, now } = screens;
  const old = placeOf(echoed, echo);
  if (old === null || !cursorBehind(echoed, old)) return false;
  const end = placeOf(now, echo);
  return end === null || now.cursor.y > end.row;
}

/** Whether a line editor may have ended the line: the cursor waits at the start of an empty row below. */
export function mayHaveEnded(
  echo: Echo,
  screens: { readonly echoed: Screen; readonly now: Screen },
): boolean {
  const { cursor, rows } = screens.now;
  return cursor.x === 0 && (rows[cursor.y] ?? "").trim() === "" && leftTheLine(echo, screens);
}
