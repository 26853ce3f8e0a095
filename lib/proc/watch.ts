/**
 * Watching a directory.
 *
 * @module
 */

import type { DirectoryWatch } from "../ports.ts";

/** Watches a directory's entries; null where the system has no watch left or can't. */
export function watchDirectory(path: string): DirectoryWatch | null {
  let watcher: Deno.FsWatcher;
  try {
    watcher = Deno.watchFs(path, { recursive: false });
  } catch {
    return null;
  }
  let pending = false;
  let waiting = Promise.withResolvers<void>();
  const read = async () => {
    for await (const event of watcher) {
      if (event.kind === "access") continue;
      pending = true;
      waiting.resolve();
    }
  };
  // A watch that breaks reports nothing any more; the caller's own looks go on.
  read().catch(() => {});
  return {
    async changed() {
      if (!pending) await waiting.promise;
      pending = false;
      waiting = Promise.withResolvers();
    },
    [Symbol.dispose]() {
      watcher.close();
    },
  };
}
