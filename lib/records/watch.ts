/**
 * Being told by the file system that something in one of several folders was written.
 *
 * @module
 */

import type { DirectoryWatch, Files } from "../ports.ts";

/** How many folders are watched; those further down come first. */
const MOST_FOLDERS = 16;

/** Watches folders. Where the system can't, it never resolves: a caller looks from time to time. */
export function watchFolders(files: Files, folders: readonly string[]): DirectoryWatch {
  const deepest = [...new Set(folders)].toSorted((a, b) =>
    b.split("/").length - a.split("/").length
  );
  const watches = deepest.slice(0, MOST_FOLDERS).map((folder) => files.watch(folder))
    .filter((watch) => watch !== null);
  return {
    async changed() {
      if (watches.length === 0) await new Promise(() => {});
      await Promise.race(watches.map((watch) => watch.changed()));
    },
    [Symbol.dispose]() {
      for (const watch of watches) watch[Symbol.dispose]();
    },
  };
}
