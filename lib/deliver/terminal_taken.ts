/**
 * Whether the pane's program has taken its terminal. Until it has, the kernel echoes what is typed,
 * and an echo proves nothing.
 *
 * @module
 */

import type { Foreground } from "../core/process/foreground.ts";
import { foregroundOf } from "../look/foreground.ts";
import { look, type PaneHandle } from "../look/pane_handle.ts";

/** The longest boot seen of an agent program took 2.2 s to take the terminal. */
const BOOT_MS = 3000;
/** A terminal that stays cooked without echo for so long is asked for a secret, whoever reads. */
const SECRET_MS = 250;
const FIRST_MS = 10;
const MOST_MS = 120;

/** What the pane's terminal is, after a boot was waited for. */
export interface Terminal {
  readonly foreground: Foreground;
  /**
   * `raw`: the program reads keys. `lines`: a line reader, on which the kernel's echo counts. `secret`:
   * a line reader that does not let the kernel show what is typed.
   */
  readonly mode: "raw" | "lines" | "secret" | "booting";
  /** As tmux names the pane's process and terminal. */
  readonly pane: { readonly panePid: number; readonly paneTty: string };
}

/**
 * Waits until the program reads keys, or is seen to read lines.
 *
 * @returns `booting` when neither came within 3 s
 */
export async function terminalTaken(
  handle: PaneHandle,
  pane: { readonly panePid: number; readonly paneTty: string },
): Promise<Terminal> {
  const { context } = handle;
  const start = context.clock.monotonic();
  let pause = FIRST_MS;
  for (;;) {
    const foreground = await foregroundOf(context, pane);
    const waitedMs = context.clock.monotonic() - start;
    const mode = foreground.timedOut ? "booting" : modeOf(foreground, waitedMs);
    const late = waitedMs >= BOOT_MS;
    if (mode !== "booting") return { foreground, mode, pane };
    if (late && foreground.timedOut) return { foreground, mode, pane };
    if (late) {
      return { foreground, mode: await asksForLines(handle, foreground) ? "lines" : mode, pane };
    }
    await context.clock.sleep(pause);
    pause = Math.min(MOST_MS, pause * 2);
  }
}

function modeOf({ tty, readingTty }: Foreground, waitedMs: number): Terminal["mode"] {
  // A terminal that can't be asked (no stty) is judged by its echo alone.
  if (tty === null || !tty.icanon) return "raw";
  const reads = readingTty === "reads";
  if (!tty.echo) return reads || waitedMs >= SECRET_MS ? "secret" : "booting";
  return reads ? "lines" : "booting";
}

/** Whether a terminal that stayed cooked, with nobody inside a read of it, is a line reader's. */
async function asksForLines(handle: PaneHandle, { readingTty }: Foreground): Promise<boolean> {
  // Where the system can't tell who reads, that it stayed so has to do.
  if (readingTty === null) return true;
  if (readingTty === "no") return false;
  // Agents were seen to watch their terminal for seconds, with a blank screen, and to drop all that
  // came in that time; a line reader has put its question before the cursor.
  return Number((await look(handle)).facts.cursor_x) > 0;
}
