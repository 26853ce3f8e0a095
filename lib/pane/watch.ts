/**
 * Keeps the map on the screen, or its summary on a status line.
 *
 * @module
 */

import { FabError, UsageError } from "../core/errors.ts";
import type { MapRow } from "../core/map/row.ts";
import type { PaneScope } from "../core/map/scope.ts";
import {
  filterWords,
  keysIn,
  pressKey,
  rowsOf,
  scrolled,
  type View,
  VIEW_KEYS,
  WHOLE_VIEW,
} from "../core/map/view.ts";
import { agedMap, fitRows, mapSummary } from "../core/map/watch.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import type { MapEye } from "./map.ts";
import { followMap } from "./live_map.ts";
import { focusPane } from "./next.ts";
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
 * Keeps the map on the terminal until `q`, Esc or `C-c`, and puts the screen back, however it ends.
 *
 * @returns the exit code: 0 after `q` or Esc, 130 after `C-c`
 * @throws {UsageError} when standard output is no terminal.
 */
export async function watchScreen(
  context: Context,
  tmux: Tmux,
  options: {
    readonly scope: PaneScope;
    readonly seen: MapEye | null;
    readonly draw: DrawMap;
    /** A text in at most so many columns. */
    readonly cut: (text: string, columns: number) => string;
  },
): Promise<number> {
  const { out, clock } = context;
  if (out.size() === null) {
    throw new UsageError("standard output is no terminal; try --line, or fab pane map");
  }
  const live = followMap(context, tmux, options);
  const wakeup = createWakeup(clock);
  let rows: readonly MapRow[] | null = null;
  let failure: { readonly error: unknown } | null = null;
  let ended: number | null = null;
  let view = WHOLE_VIEW;
  /** What is said instead of the counts, until the next key. */
  let said = "";
  let isMoved = false;
  const reading = (async () => {
    for await (rows of live.maps) wakeup.wake();
  })().catch((error) => {
    failure = { error };
    wakeup.wake();
  });
  /** What stands at the moment; a failure is thrown. */
  const now = () => {
    if (failure !== null) throw failure.error;
    return { rows, ended };
  };
  const press = async (key: string) => {
    const action = pressKey(key, view, rows ?? []);
    said = "";
    if (action.kind === "view") [view, isMoved] = [action.view, true];
    if (action.kind === "leave") ended = action.code;
    if (action.kind !== "go") return;
    await focusPane(tmux, action.pane).catch((error) => {
      if (!(error instanceof FabError)) throw error;
      said = error.message;
    });
  };
  // Before the screen is taken: an error of the first reading is shown as of any command.
  while (now().rows === null) await wakeup.pause(TICK_MS);
  const keyboard = out.stdinIsTerminal ? out.keyboard() : null;
  if (keyboard !== null) {
    (async () => {
      for await (const read of keyboard.reads) {
        for (const key of keysIn(new TextDecoder().decode(read))) await press(key);
        wakeup.wake();
      }
      // The terminal went away.
      ended ??= 0;
      wakeup.wake();
    })().catch((error) => {
      if (!context.signal.aborted) failure = { error };
      wakeup.wake();
    });
  }
  let shown = "";
  await out.stdout(ENTER_SCREEN);
  try {
    for (;;) {
      const { rows, ended } = now();
      if (ended !== null) return ended;
      const size = out.size() ?? { columns: 80, rows: 24 };
      const all = agedMap(rows ?? [], clock.now());
      view = scrolled(view, rowsOf(view, all), Math.max(1, size.rows - FURNITURE_ROWS));
      const frame = drawFrame(all, { ...options, size, view, said, isMoved });
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

/** The counts, a line below them, the table's headers, and what says that there is more. */
const FURNITURE_ROWS = 4;

interface Frame {
  readonly draw: DrawMap;
  readonly cut: (text: string, columns: number) => string;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly view: View;
  readonly said: string;
  /** Whether the map was moved in: then the keys are told, and the marked pane is shown. */
  readonly isMoved: boolean;
}

/** A whole frame; lines are overwritten in place, so that nothing flickers. */
function drawFrame(
  rows: readonly MapRow[],
  { draw, cut, size, view, said, isMoved }: Frame,
): string {
  const shown = rowsOf(view, rows);
  const counts = mapSummary(rows) || "no agent has told its state";
  const margin = view.marked === null ? 0 : 2;
  const table = draw(shown, Math.max(1, size.columns - margin)).replace(/\n$/, "").split("\n");
  const [headers = "", ...body] = table.map((line, at) => {
    if (margin === 0) return line;
    return (at > 0 && shown[at - 1]?.pane === view.marked ? "› " : "  ") + line;
  });
  const lines = [
    cut(said || `${counts}${filterWords(view)} · q quits`, size.columns),
    isMoved ? cut(VIEW_KEYS, size.columns) : "",
    headers,
    ...body.slice(view.top),
  ];
  const fitted = fitRows(lines, size.rows);
  // Cleared before it is written: after a line that fills its row, its last column would go.
  const below = fitted.length < size.rows ? `\r\n${CLEAR_BELOW}` : "";
  return HOME + fitted.map((line) => CLEAR_LINE + line).join("\r\n") + below;
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
