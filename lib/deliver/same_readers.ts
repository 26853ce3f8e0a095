/**
 * Whether the program that got a text is the one that reads the terminal still. One that crashed and
 * was started anew shows an empty input as well.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import {
  becameShell,
  type Foreground,
  sameReaders,
  wereReplaced,
} from "../core/process/foreground.ts";
import { isDeaf } from "./input/deaf.ts";
import { foregroundOf } from "../look/foreground.ts";
import type { PaneHandle } from "../look/pane_handle.ts";
import type { Terminal } from "./terminal_taken.ts";

/** How often it is asked who has the terminal, when the answer takes too long. */
const ASKED = 3;

/**
 * Who reads the input now that the text is in it: those of before, without helpers that ended.
 *
 * @throws {DeliveryError} `not echoed` when the program ended; Enter was not pressed.
 */
export async function readersBehind(handle: PaneHandle, terminal: Terminal): Promise<Foreground> {
  const before = terminal.foreground;
  const now = await askAgain(handle, terminal);
  if (now.timedOut) return before;
  if (terminal.mode === "raw" && before.tty?.icanon === false && isDeaf(now)) {
    throw new DeliveryError(
      "not echoed",
      "the program stopped reading, and the terminal itself shows the text",
    );
  }
  if (!isHeld(terminal, before, now) && wereReplaced(before, now)) {
    throw new DeliveryError("not echoed", "the program ended before the text was submitted", {
      retry: true,
    });
  }
  return { ...before, readers: before.readers.filter((pid) => now.readers.includes(pid)) };
}

/**
 * Whether whoever got the text still is there. A line stays with the terminal: its reader may end with
 * it, and another one would get it, but a shell would run it.
 */
function isHeld(terminal: Terminal, before: Foreground, after: Foreground): boolean {
  return terminal.mode === "lines" ? !becameShell(before, after) : sameReaders(before, after);
}

/** Whether those who got the text still are there, asked now. */
export async function stillReading(
  handle: PaneHandle,
  terminal: Terminal,
  behind: Foreground,
): Promise<boolean> {
  return isHeld(terminal, behind, await askAgain(handle, terminal));
}

/**
 * Whether those who got the text have put back the terminal that they had taken: as a line editor
 * does with a line that it took.
 */
export async function putBack(
  handle: PaneHandle,
  terminal: Terminal,
  behind: Foreground,
): Promise<boolean> {
  const { tty } = terminal.foreground;
  if (tty === null || tty.icanon) return false;
  const now = await askAgain(handle, terminal);
  return now.tty?.icanon === true && isHeld(terminal, behind, now);
}

/** Asks once more what has the terminal; a busy machine is given some time. */
async function askAgain(handle: PaneHandle, terminal: Terminal): Promise<Foreground> {
  for (let asked = 1;; asked++) {
    const foreground = await foregroundOf(handle.context, terminal.pane);
    if (!foreground.timedOut || asked >= ASKED) return foreground;
  }
}
