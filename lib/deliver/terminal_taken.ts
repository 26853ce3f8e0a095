/**
 * Whether the pane's program has taken its terminal. Until it has, the kernel echoes what is typed,
 * and an echo proves nothing.
 *
 * @module
 */

import type { Foreground } from "../core/process/foreground.ts";
import { type InnerTerminal, type Relay, relayIn } from "../core/process/relays.ts";
import { atShellPrompt } from "../core/screen/shell_prompt.ts";
import { foregroundOf } from "../look/foreground.ts";
import { cursorShown, look, type PaneHandle } from "../look/pane_handle.ts";
import { terminalBehind } from "../look/relay.ts";

/** The longest boot seen of an agent program took 2.2 s to take the terminal. */
const BOOT_MS = 3000;
/** A terminal that stays cooked without echo for so long is asked for a secret, whoever reads. */
const SECRET_MS = 250;
/** Relays behind one another that are followed. */
const MOST_RELAYS = 5;
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
  readonly pane: InnerTerminal;
  /** A program in front that leads to another machine; what reads there can't be asked. */
  readonly remote: string | null;
}

/**
 * Waits until the program reads keys, or is seen to read lines.
 *
 * @returns `booting` when neither came within 3 s
 */
export async function terminalTaken(
  handle: PaneHandle,
  outer: InnerTerminal,
): Promise<Terminal> {
  const { context } = handle;
  let pane = outer;
  let depth = 0;
  const start = context.clock.monotonic();
  let pause = FIRST_MS;
  for (;;) {
    const foreground = await foregroundOf(context, pane);
    const relay = relayIn(foreground.processes);
    if (relay !== null && relay.kind !== "remote" && depth < MOST_RELAYS) {
      const behind = await behindRelay(handle, relay, foreground);
      if (behind !== null) {
        [pane, depth] = [behind, depth + 1];
        continue;
      }
    }
    const remote = relay?.kind === "remote" ? relay.name : null;
    const waitedMs = context.clock.monotonic() - start;
    const mode = foreground.timedOut ? "booting" : modeOf(foreground, waitedMs);
    const late = waitedMs >= BOOT_MS;
    if (mode !== "booting") return { foreground, mode, pane, remote };
    if (late && foreground.timedOut) return { foreground, mode, pane, remote };
    if (late) {
      const lines = await asksForLines(handle, foreground);
      return { foreground, mode: lines ? "lines" : mode, pane, remote };
    }
    await context.clock.sleep(pause);
    pause = Math.min(MOST_MS, pause * 2);
  }
}

/** The terminal behind a relay. A script's counts only where a shell's prompt is what is seen. */
async function behindRelay(
  handle: PaneHandle,
  relay: Exclude<Relay, { kind: "remote" }>,
  foreground: Foreground,
): Promise<InnerTerminal | null> {
  const behind = await terminalBehind(handle.context, relay, foreground);
  if (behind === null || relay.kind !== "owner" || relay.sure) return behind;
  const seen = await look(handle);
  return atShellPrompt(seen.screen, cursorShown(seen)) ? behind : null;
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
