/**
 * One sender at a time: a lock for each pane, shared by all processes that reach its server. Its
 * file lies beside the server's socket, which is the one place they all agree on.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import { DeliveryError } from "../core/message/delivery.ts";
import type { FileLock } from "../ports.ts";
import type { PaneHandle } from "../look/pane_handle.ts";

/** Milliseconds to wait for another sender. */
const WAIT_MS = 60_000;

/**
 * Takes the pane's lock.
 *
 * @param socketPath tmux's `#{socket_path}`
 * @throws {DeliveryError} `busy`, naming the holder, after 60 s.
 */
export async function lockPane(handle: PaneHandle, socketPath: string): Promise<FileLock> {
  const { context, pane } = handle;
  const name = `${basename(socketPath)}.fab-pane-${pane.slice(1)}.lock`;
  const path = join(dirname(socketPath), name);
  const owner = `pid ${context.env.pid}`;
  const lock = await context.files.lock(path, { timeoutMs: WAIT_MS, owner });
  if (lock !== null) return lock;
  const holder = await context.files.lockHolder(path) ?? "a process that gave no name";
  throw new DeliveryError(
    "busy",
    `pane ${pane} is held by another sender (${holder}) for ${WAIT_MS / 1000} s; try again later`,
  );
}
