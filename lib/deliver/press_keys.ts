/**
 * Presses named keys in a pane.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { foregroundOf } from "../look/foreground.ts";
import { refuseOwnPane } from "./astray.ts";
import { passGate } from "./company.ts";
import { paneHandle } from "../look/pane_handle.ts";
import { questionIn, refusedParked } from "./gate/parked.ts";
import { lockPane } from "./pane_lock.ts";

/**
 * Milliseconds between two keys. Programs take what they read at once for one key, or for a paste;
 * an Escape and a letter in one are another key.
 */
const BETWEEN_MS = 60;

/** Which keys, where. */
export interface PressOptions {
  /** Exact id, `%N`. */
  readonly pane: string;
  readonly server: string | null;
  /** Names that tmux knows, in order. */
  readonly keys: readonly string[];
  /** Also in a shell that waits for a command, where Enter would run what was typed last. */
  readonly shell: boolean;
  /** Also where a question stands at the cursor. */
  readonly answer: boolean;
  /** Somebody else who may press them in this one's place, asked where they would not go astray. */
  readonly handOver?: (release: () => Promise<void>) => Promise<boolean>;
}

/**
 * Presses the keys, as the one sender in this pane.
 *
 * @throws {DeliveryError} `not ready`, `busy` or `shell` when keys would go astray; none was pressed.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function pressKeys(context: Context, options: PressOptions): Promise<void> {
  const tmux = createTmux(context.exec, options.server);
  const handle = paneHandle(context, { pane: options.pane, tmux });
  const socket = (await tmux.pane(handle.pane, ["socket_path"])).fields.socket_path;
  refuseOwnPane(handle, socket);
  const lock = await lockPane(handle, socket);
  try {
    const seen = await passGate(handle);
    const { facts } = seen;
    const question = questionIn(seen);
    if (question !== null && !options.answer) throw refusedParked(handle, question, seen.screen);
    const { idleShell } = await foregroundOf(context, {
      panePid: Number(facts.pane_pid),
      paneTty: facts.pane_tty,
    });
    if (idleShell !== null && !options.shell) {
      throw new DeliveryError(
        "shell",
        `pane ${handle.pane} is at a ${idleShell} prompt, where keys could run a command; ` +
          "start the agent, or use --force to press them all the same",
      );
    }
    if (await options.handOver?.(() => lock.release()) === true) return;
    for (const [index, key] of options.keys.entries()) {
      if (index > 0) await context.clock.sleep(BETWEEN_MS);
      await tmux.call([["send-keys", "-t", handle.pane, "--", key]], { pane: handle.pane });
    }
  } finally {
    await lock.release();
  }
}
