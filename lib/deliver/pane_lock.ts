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
 * @param options.timeoutMs to wait less than 60 s for another sender
 * @throws {DeliveryError} `busy`, naming the holder, after that time.
 */
export async function lockPane(
  handle: PaneHandle,
  socketPath: string,
  { timeoutMs = null }: { readonly timeoutMs?: number | null } = {},
): Promise<FileLock> {
  const { context, pane } = handle;
  const name = `${basename(socketPath)}.fab-pane-${pane.slice(1)}.lock`;
  const path = join(dirname(socketPath), name);
  const owner = `pid ${context.env.pid}`;
  const waitMs = Math.min(WAIT_MS, timeoutMs ?? WAIT_MS);
  const lock = await context.files.lock(path, { timeoutMs: waitMs, owner });
  if (lock !== null) return lock;
  const holder = await context.files.lockHolder(path) ?? "a process that gave no name";
  throw new DeliveryError(
    "busy",
    `pane ${pane} is held by another sender (${holder}) for ${waitMs / 1000} s; try again later`,
  );
}
