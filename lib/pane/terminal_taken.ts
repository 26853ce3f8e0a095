/**
 * Whether the pane's program has taken its terminal. Until it has, the kernel echoes what is typed,
 * and an echo proves nothing.
 *
 * @module
 */

import type { Foreground } from "../core/foreground.ts";
import type { PaneHandle } from "./handle.ts";
import { foregroundOf } from "./foreground.ts";

/** The longest boot seen of an agent program took 2.2 s to take the terminal. */
const BOOT_MS = 3000;
const FIRST_MS = 10;
const MOST_MS = 120;

/** What the pane's terminal is, after a boot was waited for. */
export interface Terminal {
  readonly foreground: Foreground;
  /** `raw`: the program reads keys. `lines`: a line reader, on which the kernel's echo counts. */
  readonly mode: "raw" | "lines" | "booting";
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
    const mode = modeOf(foreground);
    const late = context.clock.monotonic() - start >= BOOT_MS;
    if (mode !== "booting" || late) {
      // Where the system can't tell who reads, a terminal that stayed cooked is a line reader's.
      const unknowable = foreground.readingTty === null && mode === "booting";
      return { foreground, mode: unknowable ? "lines" : mode };
    }
    await context.clock.sleep(pause);
    pause = Math.min(MOST_MS, pause * 2);
  }
}

function modeOf(foreground: Foreground): Terminal["mode"] {
  // A terminal that can't be asked (no stty) is judged by its echo alone.
  if (foreground.tty === null || !foreground.tty.icanon) return "raw";
  if (foreground.readingTty === true) return "lines";
  return "booting";
}
