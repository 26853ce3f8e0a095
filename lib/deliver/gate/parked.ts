/**
 * Why a pane is parked, as far as that is decided without typing a key (contract §4.6).
 *
 * @module
 */

import { DeliveryError, snippetOf } from "../../core/message/delivery.ts";
import { ownScreenProgram } from "../../core/process/own_screen.ts";
import { questionAt } from "../../core/screen/standing_question.ts";
import type { ParkedReason } from "../../core/screen/readiness.ts";
import type { Screen } from "../../core/screen/text.ts";
import { cursorShown, type Look, type PaneHandle } from "../../look/pane_handle.ts";
import { fabHint } from "../../tmux/hint.ts";
import type { Terminal } from "../terminal_taken.ts";

/** A question that stands at the cursor of a capture; null when there is none. */
export function questionIn(seen: Look): ParkedReason | null {
  const question = questionAt(seen.screen, cursorShown(seen));
  return question === null ? null : { word: "question", detail: question };
}

/** What the terminal tells: a secret that is asked for, or a program in which text is commands. */
export function parkedBy({ foreground, mode }: Terminal, seen: Look): ParkedReason | null {
  if (mode === "secret") {
    const { rows, cursor } = seen.screen;
    return { word: "question", detail: (rows[cursor.y] ?? "").trim() || null };
  }
  const program = ownScreenProgram(foreground.processes, foreground.shown);
  return program === null ? null : { word: "program", detail: program };
}

/** The refusal to type there. */
export function refusedParked(
  handle: PaneHandle,
  parked: ParkedReason,
  screen: Screen | null,
): DeliveryError {
  const { pane } = handle;
  const shown = parked.detail === null ? "" : ` (${parked.detail})`;
  const reason = parked.word === "program"
    ? `pane ${pane} is in ${parked.detail}, which takes what is typed for commands of its own; ` +
      "leave it and try again"
    : `a question stands at the cursor of pane ${pane}${shown}, where a key would answer it; ` +
      `answer it with '${fabHint(handle, "send", "--answer", "--key")} <name>'`;
  const details = screen === null ? null : snippetOf(screen);
  return new DeliveryError("not ready", reason, { parked, details });
}
