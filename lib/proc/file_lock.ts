/**
 * A lock between processes: `flock` on a file, so that it ends with its holder however that ends.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Clock, FileLock } from "../ports.ts";

/** How {@linkcode lockFile} waits and what it leaves for those who wait. */
export interface LockOptions {
  /** Milliseconds to wait for another holder. */
  readonly timeoutMs: number;
  /** Written into the file while it is held, for a person to read. */
  readonly owner: string;
  readonly clock: Pick<Clock, "monotonic" | "sleep">;
}

/**
 * Takes the lock at `path`, creating its file (readable by its owner alone).
 *
 * @returns null when it was held for the whole time
 * @throws {FabError} when there is something else at the path than a plain file.
 */
export async function lockFile(path: string, options: LockOptions): Promise<FileLock | null> {
  const deadline = options.clock.monotonic() + options.timeoutMs;
  for (;;) {
    const file = await openLockFile(path);
    const remaining = Math.max(0, deadline - options.clock.monotonic());
    if (!await locked(file, remaining, options.clock)) return null;
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
async function locked(
  file: Deno.FsFile,
  ms: number,
  clock: Pick<Clock, "sleep">,
): Promise<boolean> {
  let came = false;
  const coming = file.lock(true).then(() => came = true);
  try {
    await Promise.race([coming, clock.sleep(ms)]);
    return came;
  } finally {
    // The system call can't be taken back: when it succeeds after all, the lock goes at once.
    if (!came) coming.then(() => file.close(), () => file.close());
  }
}

async function isStillAt(path: string, file: Deno.FsFile): Promise<boolean> {
  const [ours, there] = await Promise.all([file.stat(), Deno.lstat(path).catch(() => null)]);
  return there !== null && there.ino === ours.ino && there.dev === ours.dev;
}

async function hold(path: string, file: Deno.FsFile, owner: string): Promise<FileLock> {
  let held = true;
  await file.truncate();
  await file.write(new TextEncoder().encode(owner));
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
