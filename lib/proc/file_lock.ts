/**
 * A lock between processes: `flock` on a file, so that it ends with its holder however that ends.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { FileLock } from "../ports.ts";

/** Milliseconds that even a free lock may take on a busy machine; no wait is shorter. */
const MIN_WAIT_MS = 100;

/** How {@linkcode lockFile} waits and what it leaves for those who wait. */
export interface LockOptions {
  /** Milliseconds to wait for another holder. */
  readonly timeoutMs: number;
  /** Written into the file while it is held, for a person to read. */
  readonly owner: string;
  /** Ends the waiting with its reason. */
  readonly signal: AbortSignal;
}

/**
 * Takes the lock at `path`, creating its file (readable by its owner alone).
 *
 * @returns null when it was held for the whole time
 * @throws {FabError} when there is something else at the path than a plain file.
 */
export async function lockFile(path: string, options: LockOptions): Promise<FileLock | null> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    const file = await openLockFile(path);
    const remaining = Math.max(MIN_WAIT_MS, deadline - performance.now());
    if (!await locked(file, remaining, options.signal)) return null;
    // The last holder removed the file between our open and our lock: ours locks nothing any more.
    if (await isStillAt(path, file)) return await hold(path, file, options.owner);
    file.close();
  }
}

async function openLockFile(path: string): Promise<Deno.FsFile> {
  // Never through a link that someone laid there: the file is about to be overwritten.
  const found = await Deno.lstat(path).catch(() => null);
  if (found !== null && !found.isFile) {
    throw new FabError("failed", `${path}: not a plain file, so it can't be used as a lock`);
  }
  return await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
}

/** Waits for the lock. The file is closed when it does not come in time, or the wait is cut short. */
async function locked(file: Deno.FsFile, ms: number, signal: AbortSignal): Promise<boolean> {
  let came = false;
  const coming = file.lock(true).then(() => came = true);
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  const interrupt = () => over.reject(signal.reason);
  signal.addEventListener("abort", interrupt);
  if (signal.aborted) interrupt();
  try {
    await Promise.race([coming, over.promise]);
    return came;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
    // The system call can't be taken back: when it succeeds after all, the lock goes at once.
    if (!came) coming.finally(() => file.close()).catch(() => {});
  }
}

async function isStillAt(path: string, file: Deno.FsFile): Promise<boolean> {
  const [ours, there] = await Promise.all([file.stat(), Deno.lstat(path).catch(() => null)]);
  return there !== null && there.ino === ours.ino && there.dev === ours.dev;
}

async function hold(path: string, file: Deno.FsFile, owner: string): Promise<FileLock> {
  let held = true;
  // For a person to read: a disk that has no room for it is no reason to stop.
  await file.truncate().then(() => file.write(new TextEncoder().encode(owner))).catch(() => {});
  return {
    async release() {
      if (!held) return;
      held = false;
      // Removed while held, or it would be the next holder's file that goes.
      await Deno.remove(path).catch(() => {});
      file.close();
    },
  };
}
