/**
 * Keeps the map on the screen, or its summary on a status line.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import type { MapRow } from "../core/map/row.ts";
import type { PaneScope } from "../core/map/scope.ts";
import { agedMap, fitRows, mapSummary } from "../core/map/watch.ts";
import type { Context, Keyboard } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import type { MapEye } from "./map.ts";
import { followMap } from "./live_map.ts";
import { createWakeup } from "../look/wakeup.ts";

/** Milliseconds after which durations, and the terminal's size, are looked at again. */
const TICK_MS = 1000;

const ENTER_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE_SCREEN = "\x1b[?25h\x1b[?1049l";
const HOME = "\x1b[H";
const CLEAR_LINE = "\x1b[K";
const CLEAR_BELOW = "\x1b[J";

/** Draws the map as lines of at most so many columns. */
export type DrawMap = (rows: readonly MapRow[], columns: number) => string;

/**
 * Keeps the map on the terminal until `q` or `C-c`, and puts the screen back, however it ends.
 *
 * @returns the exit code: 0 after `q`, 130 after `C-c`
 * @throws {UsageError} when standard output is no terminal.
 */
export async function watchScreen(
  context: Context,
  tmux: Tmux,
  options: { readonly scope: PaneScope; readonly seen: MapEye | null; readonly draw: DrawMap },
): Promise<number> {
  const { out, clock } = context;
  if (out.size() === null) {
    throw new UsageError("standard output is no terminal; try --line, or fab pane map");
  }
  const live = followMap(context, tmux, options);
  const wakeup = createWakeup(clock);
  let rows: readonly MapRow[] | null = null;
  let failure: { readonly error: unknown } | null = null;
  let pressed: number | null = null;
  const reading = (async () => {
    for await (rows of live.maps) wakeup.wake();
  })().catch((error) => {
    failure = { error };
    wakeup.wake();
  });
  /** What stands at the moment; a failure is thrown. */
  const now = () => {
    if (failure !== null) throw failure.error;
    return { rows, pressed };
  };
  // Before the screen is taken: an error of the first reading is shown as of any command.
  while (now().rows === null) await wakeup.pause(TICK_MS);
  const keyboard = out.stdinIsTerminal ? out.keyboard() : null;
  if (keyboard !== null) {
    quitKey(keyboard).then((code) => {
      pressed = code;
      wakeup.wake();
    }).catch(() => {});
  }
  let shown = "";
  await out.stdout(ENTER_SCREEN);
  try {
    for (;;) {
      const { rows, pressed } = now();
      if (pressed !== null) return pressed;
      const size = out.size() ?? { columns: 80, rows: 24 };
      const frame = drawFrame(agedMap(rows ?? [], clock.now()), { ...options, size });
      if (frame !== shown) await out.stdout(frame);
      shown = frame;
      await wakeup.pause(TICK_MS);
    }
  } finally {
    keyboard?.close();
    await out.stdout(LEAVE_SCREEN);
    live.stop();
    await reading;
  }
}

/** A whole frame; lines are overwritten in place, so that nothing flickers. */
function drawFrame(
  rows: readonly MapRow[],
  { draw, size }: { draw: DrawMap; size: { columns: number; rows: number } },
): string {
  const summary = mapSummary(rows);
  const lines = [
    `${summary === "" ? "no agent has told its state" : summary} · q quits`,
    "",
    ...draw(rows, size.columns).replace(/\n$/, "").split("\n"),
  ];
  const fitted = fitRows(lines, size.rows);
  // Cleared before it is written: after a line that fills its row, its last column would go.
  const below = fitted.length < size.rows ? `\r\n${CLEAR_BELOW}` : "";
  return HOME + fitted.map((line) => CLEAR_LINE + line).join("\r\n") + below;
}

/** Waits for the key that ends it; when the terminal goes away that is as good. */
async function quitKey(keyboard: Keyboard): Promise<number> {
  for await (const read of keyboard.reads) {
    for (const byte of read) {
      if (byte === 0x71 || byte === 0x51) return 0;
      if (byte === 0x03) return 130;
    }
  }
  return 0;
}

/**
 * Prints the summary as a line, and again whenever it is another. Ends only by an error, or by a
 * signal.
 */
export async function watchLine(
  context: Context,
  tmux: Tmux,
  options: { readonly scope: PaneScope; readonly seen: MapEye | null },
): Promise<never> {
  let shown: string | null = null;
  for await (const rows of followMap(context, tmux, options).maps) {
    const line = mapSummary(rows);
    if (line !== shown) await context.out.stdout(`${line}\n`);
    shown = line;
  }
  throw new TypeError("the map ended");
}
