/**
 * Whether a program that read keys has stopped: a key was its answer, and the kernel shows the rest.
 *
 * @module
 */

import { DeliveryError } from "../../core/message/delivery.ts";
import type { Foreground } from "../../core/process/foreground.ts";
import { foregroundOf } from "../../look/foreground.ts";
import { look, type PaneHandle, pressClearLine } from "../../look/pane_handle.ts";
import type { Terminal } from "../terminal_taken.ts";

/** Whether a terminal that was raw is cooked now, with nobody reading it. */
export function isDeaf({ tty, readingTty }: Foreground): boolean {
  return tty?.icanon === true && readingTty !== "reads";
}

/**
 * Asks who reads the pane now. What the kernel holds of the probe is dropped where nobody does.
 *
 * @param at the pane's process and terminal, where they are known
 * @throws {DeliveryError} `not ready`.
 */
export async function refuseDeaf(handle: PaneHandle, at?: Terminal["pane"]): Promise<void> {
  const pane = at ?? await terminalOf(handle);
  if (!isDeaf(await foregroundOf(handle.context, pane))) return;
  await pressClearLine(handle);
  throw new DeliveryError(
    "not ready",
    `the program in pane ${handle.pane} took a key for an answer, and reads no more`,
    { parked: { word: "no echo", detail: null } },
  );
}

async function terminalOf(handle: PaneHandle): Promise<Terminal["pane"]> {
  const { facts } = await look(handle);
  return { panePid: Number(facts.pane_pid), paneTty: facts.pane_tty };
}
