/**
 * One pane as the delivery and the probe use it: looking at it, and sending keys.
 *
 * @module
 */

import type { Screen } from "../core/screen/text.ts";
import { screenOf } from "../core/screen/text.ts";
import type { Context } from "../ports.ts";
import { newNonce } from "../tmux/framing.ts";
import { requirePaneId, type Tmux } from "../tmux/tmux.ts";

/** A pane that exists, on its server. */
export interface PaneHandle {
  readonly context: Context;
  readonly tmux: Tmux;
  /** Exact id, `%N`. */
  readonly pane: string;
  /** What this process typed into the input and did not take back or submit. */
  readonly ledger: Ledger;
}

/** What of the probe and its markers is in the input, as far as is known. */
export interface Ledger {
  text: string;
  /** The last call was cut off: whether its keys came is not known. */
  unsure: boolean;
  /** Set while a character of somebody's text may be missing; puts it back. */
  undo: (() => Promise<void>) | null;
  /** How the program takes several backspaces that come at once; null until it was seen. */
  backspaces: "at once" | "one by one" | null;
}

/**
 * A handle on a pane.
 *
 * @throws {PaneMissingError} when `pane` is no exact `%N`.
 */
export function paneHandle(
  context: Context,
  at: { readonly pane: string; readonly tmux: Tmux },
): PaneHandle {
  return {
    context,
    tmux: at.tmux,
    pane: requirePaneId(at.pane),
    ledger: { text: "", unsure: false, undo: null, backspaces: null },
  };
}

/** What is asked of a pane together with its screen. */
const FACTS = [
  "pane_dead",
  "pane_in_mode",
  "pane_input_off",
  "pane_synchronized",
  "pane_tty",
  "pane_pid",
  "pane_width",
  "cursor_x",
  "cursor_y",
  "cursor_flag",
  "socket_path",
  "bracket_paste_flag",
] as const;

/** A pane at one moment. */
export interface Look {
  readonly screen: Screen;
  readonly facts: Readonly<Record<(typeof FACTS)[number], string>>;
  /** What the further commands of {@linkcode look} printed. */
  readonly more: string;
}

/**
 * Reads a pane's state and its visible screen in one tmux call.
 *
 * @param more commands to run in the same call, before the capture
 * @param then commands to run in the same call, after it, that print nothing
 * @throws {PaneMissingError} when the pane is gone.
 */
export async function look(
  handle: PaneHandle,
  { more = [], then = [] }: {
    readonly more?: readonly (readonly string[])[];
    readonly then?: readonly (readonly string[])[];
  } = {},
): Promise<Look> {
  const mark = newNonce();
  const { fields, output } = await handle.tmux.pane(handle.pane, FACTS, [
    ...more,
    ["display-message", "-p", mark],
    ["capture-pane", "-p", "-t", handle.pane],
    ...then,
  ]);
  const at = output.indexOf(`${mark}\n`);
  const text = at < 0 ? output : output.slice(at + mark.length + 1);
  const screen = screenOf(text, {
    cursor: { x: Number(fields.cursor_x), y: Number(fields.cursor_y) },
    width: Number(fields.pane_width),
  });
  return { screen, facts: fields, more: at < 0 ? "" : output.slice(0, at) };
}

/** Rows that are looked back at most. */
const LOOK_BACK = 2000;

/**
 * What scrolled out of the pane, and the screen below it, as one tall screen; the screen alone where
 * nothing scrolls out of it.
 */
export async function lookBack(handle: PaneHandle): Promise<Screen> {
  const last = await look(handle);
  const { fields, output } = await handle.tmux.pane(handle.pane, [
    "alternate_on",
    "history_size",
  ], [["capture-pane", "-p", "-S", `-${LOOK_BACK}`, "-t", handle.pane]]);
  const above = Math.min(LOOK_BACK, Number(fields.history_size));
  if (fields.alternate_on === "1" || !(above > 0)) return last.screen;
  const { x, y } = last.screen.cursor;
  return screenOf(output, { cursor: { x, y: y + above }, width: last.screen.width });
}

/** Whether the terminal's cursor is visible; null when tmux does not tell. */
export function cursorShown({ facts: { cursor_flag: flag } }: Look): boolean | null {
  return flag === "" ? null : flag === "1";
}

/** Seconds that a program is given to show what it read, where no clock can be waited for. */
const SETTLE_SECS = "0.3";

/** Looks a moment later, also after an interruption, which ends all waiting by the clock. */
export async function settledLook(handle: PaneHandle): Promise<Look> {
  await handle.context.exec.run(["sleep", SETTLE_SECS]);
  return await look(handle);
}

/** Types text literally. No key name in it acts as a key. */
export async function typeText(handle: PaneHandle, text: string): Promise<void> {
  handle.ledger.text += text;
  await noting(handle, () => keys(handle, ["-l", "--", text]));
}

/** Looks, and types right behind it, in one tmux call: nothing can come between the two. */
export async function lookAndType(handle: PaneHandle, text: string): Promise<Look> {
  const then = [["send-keys", "-t", handle.pane, "-l", "--", text]];
  handle.ledger.text += text;
  return await noting(handle, () => look(handle, { then }));
}

/** Runs a call that presses keys, and notes whether it was cut off. */
async function noting<T>({ ledger }: PaneHandle, call: () => Promise<T>): Promise<T> {
  ledger.unsure = true;
  const done = await call();
  ledger.unsure = false;
  return done;
}

/** Milliseconds between two backspaces where a program takes what it reads at once for one key. */
const APART_MS = 15;

/** Presses backspace `count` times, in the way that the program was seen to take. */
export async function pressBackspace(handle: PaneHandle, count: number): Promise<void> {
  if (count <= 0) return;
  const { ledger } = handle;
  await noting(handle, async () => {
    if (ledger.backspaces !== "one by one") return await pressAtOnce(handle, count);
    for (let press = 1; press <= count; press++) {
      await pressAtOnce(handle, 1);
      // An interruption ends all waiting by the clock, and what was typed still has to go.
      if (press < count) await handle.context.clock.sleep(APART_MS).catch(() => {});
    }
  });
  ledger.text = ledger.text.slice(0, Math.max(0, ledger.text.length - count));
}

async function pressAtOnce(handle: PaneHandle, count: number): Promise<void> {
  await keys(handle, ["-N", String(count), "BSpace"]);
}

/** Presses End, so that what follows clears text to the right of the cursor as well. */
export async function pressEnd(handle: PaneHandle): Promise<void> {
  await keys(handle, ["End"]);
}

/** Presses `C-u`, which most inputs take for “clear the line”. */
export async function pressClearLine(handle: PaneHandle, count = 1): Promise<void> {
  await keys(handle, count === 1 ? ["C-u"] : ["-N", String(count), "C-u"]);
  handle.ledger.text = "";
}

/**
 * Presses Enter.
 *
 * @param before commands to run in the same call, first
 */
export async function pressEnter(
  handle: PaneHandle,
  before: readonly (readonly string[])[] = [],
): Promise<void> {
  await handle.tmux.call([...before, ["send-keys", "-t", handle.pane, "Enter"]], {
    pane: handle.pane,
  });
}

/**
 * Pastes text in one piece: bracketed where the program has switched that on, as plain input
 * elsewhere. Line feeds stay line feeds. It goes through a buffer of its own, which is gone
 * afterwards, also when the paste fails.
 *
 * @param options.bracketed false pastes as if it were typed, whatever the program has switched on
 */
export async function pasteText(
  handle: PaneHandle,
  text: string,
  { bracketed = true }: { readonly bracketed?: boolean } = {},
): Promise<void> {
  const buffer = `fab-${newNonce()}`;
  let pasted = false;
  try {
    await handle.tmux.call([
      ["load-buffer", "-b", buffer, "-"],
      [
        ...["paste-buffer", "-d", ...(bracketed ? ["-p"] : []), "-r", "-b", buffer],
        ...["-t", handle.pane],
      ],
    ], { stdin: text, pane: handle.pane });
    pasted = true;
  } finally {
    if (!pasted) await handle.tmux.attempt([["delete-buffer", "-b", buffer]]).catch(() => {});
  }
}

async function keys(handle: PaneHandle, args: readonly string[]): Promise<void> {
  await handle.tmux.call([["send-keys", "-t", handle.pane, ...args]], { pane: handle.pane });
}
