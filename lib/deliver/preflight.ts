/**
 * The preflight of a delivery, asked before each attempt: a program that reads keys or lines, in a
 * pane where keys go where they should. Between two attempts it may have ended, or started at last.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import { byteLength, CANONICAL_LINE_BYTES, type Payload } from "../core/message/payload.ts";
import { atShellPrompt } from "../core/screen/shell_prompt.ts";
import { passGate } from "./company.ts";
import { refuseAtWork } from "./gate/at_work.ts";
import { cursorShown, type PaneHandle } from "../look/pane_handle.ts";
import { parkedBy, questionIn, refusedParked } from "./gate/parked.ts";
import { fabHint } from "../tmux/hint.ts";
import type { PreflightOptions } from "./gate/terms.ts";
import { type Terminal, terminalTaken } from "./terminal_taken.ts";

/**
 * Asks, and waits for a person's pause and for a boot.
 *
 * @returns the terminal; its mode may be `booting`, which another attempt may find over
 * @throws {DeliveryError} `not ready`, `busy`, `shell` or `not echoed`; nothing was typed.
 */
export async function preflight(
  handle: PaneHandle,
  payload: Payload,
  options: PreflightOptions,
): Promise<Terminal> {
  const seen = await passGate(handle);
  const question = questionIn(seen);
  if (question !== null && options.answer !== true) {
    throw refusedParked(handle, question, seen.screen);
  }
  const { facts, state } = seen;
  const terminal = await terminalTaken(handle, {
    panePid: Number(facts.pane_pid),
    paneTty: facts.pane_tty,
  });
  const shell = terminal.foreground.idleShell;
  if (shell !== null && !options.shell) throw refusedShell(handle, `at a ${shell} prompt`);
  const far = terminal.remote;
  if (far !== null && !options.shell && atShellPrompt(seen.screen, cursorShown(seen))) {
    throw refusedShell(handle, `at what looks like a shell's prompt behind ${far}`);
  }
  const parked = parkedBy(terminal, seen);
  if (parked !== null) throw refusedParked(handle, parked, seen.screen);
  // A line can be taken back before Enter; a key can't.
  if (question !== null && terminal.mode !== "lines") {
    throw refusedParked(handle, question, seen.screen);
  }
  if (options.agents !== null) {
    await refuseAtWork(handle, { state, terminal, agents: options.agents });
  }
  if (terminal.mode !== "lines") return terminal;
  if (payload.multiline) throw refusedLines(handle);
  if (byteLength(payload.text) > CANONICAL_LINE_BYTES) {
    throw new DeliveryError(
      "not echoed",
      `pane ${handle.pane} reads whole lines, of at most ${CANONICAL_LINE_BYTES} bytes; ` +
        "put the text into a file and use --prompt-file",
    );
  }
  return terminal;
}

/** The refusal to hand a prompt to a shell. */
function refusedShell(handle: PaneHandle, where: string): DeliveryError {
  return new DeliveryError(
    "shell",
    `pane ${handle.pane} is ${where}, where a prompt would run as commands; start the agent, or ` +
      `use '${fabHint(handle, "deliver", "--shell")}' to send it to the shell on purpose`,
  );
}

/** The refusal of a text of several lines where each would be submitted by itself. */
export function refusedLines(handle: PaneHandle): DeliveryError {
  return new DeliveryError(
    "not ready",
    `the program in pane ${handle.pane} did not take a paste in one piece, so a text of several ` +
      "lines could be submitted line by line; put it into a file and use --prompt-file",
  );
}

/** The refusal of a text with tabs where each would be a key. */
export function refusedTabs(handle: PaneHandle): DeliveryError {
  return new DeliveryError(
    "not ready",
    `the program in pane ${handle.pane} did not take a paste in one piece, so a tab could be a key; ` +
      "put the text into a file and use --prompt-file",
  );
}
