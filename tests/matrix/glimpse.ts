/**
 * How much of a text a pane has room to show. In one of six rows, a clock, a frame and a hint leave
 * a single row to the input, and a text that wraps may leave one letter in it: nothing that a
 * delivery could know it by. Pure.
 *
 * @module
 */

import { fold } from "../../lib/core/screen/text.ts";
import type { Behaviour, Word } from "../sim/behaviour.ts";
import { draw } from "../sim/draw.ts";
import { completionFor } from "../sim/popup.ts";

/** The size of a pane. */
interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** Characters of a text's end by which an echo is known at least, and a marker behind it. */
const ECHO_SEEN = 2;
const MARKER_SEEN = 6;
/** As long as what is typed behind a text when Enter came to nothing. */
const MARKER = "-=FAB=";

/** How many characters of a text's end are seen while `typed` is in the input. */
function endSeen(
  behaviour: Behaviour,
  room: Room,
  { text, behind }: { readonly text: string; readonly behind: string },
): number {
  const typed = text + behind;
  const above = [
    ...(behaviour.clockMs > 0 ? ["◷"] : []),
    ...(behaviour.startBusyMs > 0 ? ["⠋"] : []),
  ];
  const popup = behaviour.popup === "none" ? [] : completionFor(typed)?.rows ?? [];
  const frame = draw({
    behaviour: { ...behaviour, hint: behaviour.hint === null ? null : "." },
    columns: room.columns,
    maxRows: behaviour.alternate ? room.rows : room.rows - 1,
    text: typed,
    cursor: typed.length,
    label: () => null,
    prompt: behaviour.prompt,
    above,
    popup: popup.map(() => "."),
  });
  const shown = fold(frame.rows.join("\n"));
  const whole = fold(text);
  const rest = fold(behind);
  let seen = Math.min(whole.length, shown.length);
  while (seen > 0 && !shown.includes(whole.slice(-seen) + rest)) seen--;
  return seen;
}

/** Whether the whole text is seen while it is in the input. */
export function allSeen(behaviour: Behaviour, room: Room, text: string): boolean {
  return endSeen(behaviour, room, { text, behind: "" }) === fold(text).length;
}

/** Words that are right because the pane is too small to show what was asked. */
export function wordsOfScarcity(
  behaviour: Behaviour,
  room: Room,
  text: string,
): readonly Word[] {
  const scarce = (behind: string, least: number) =>
    !allSeen(behaviour, room, text + behind) &&
    endSeen(behaviour, room, { text, behind }) < least;
  const words: Word[] = [];
  if (scarce("", ECHO_SEEN)) words.push("not echoed");
  // Only where Enter came to nothing is anything typed behind the text.
  if (behaviour.swallowsEnters > 0 && scarce(MARKER, MARKER_SEEN)) words.push("unverified");
  return words;
}
