/**
 * Files of a previous attempt that are out of the way while a new one is tried, and come back when
 * it fails.
 *
 * @module
 */

import { asideName } from "../../core/dispatch/names.ts";
import type { Files } from "../../ports.ts";

/** Files that were set aside. One of the two must be called. */
export interface SetAside {
  /** The new attempt failed: all is as it was. A file that came meanwhile is not overwritten. */
  putBack(): Promise<void>;
  /** The new attempt stands: what was set aside is removed. */
  discard(): Promise<void>;
}

/** Sets those of the files aside that are there. When one can't be, the others are put back. */
export async function setAside(files: Files, paths: readonly string[]): Promise<SetAside> {
  const moved: string[] = [];
  const putBack = async () => {
    for (const path of moved.splice(0)) await restore(files, path);
  };
  try {
    for (const path of paths) {
      if (await files.lstat(path) === null) continue;
      await files.rename(path, asideName(path));
      moved.push(path);
    }
  } catch (error) {
    await putBack();
    throw error;
  }
  return {
    putBack,
    async discard() {
      for (const path of moved.splice(0)) {
        await files.remove(asideName(path), { recursive: true });
      }
    },
  };
}

/** Whether something is set aside, by an attempt under way or by one that was ended in between. */
export async function isAside(files: Files, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await files.lstat(asideName(path)) !== null) return true;
  return false;
}

/** Puts back what an attempt left aside that was ended in between; only under the stage's lock. */
export async function recoverAside(files: Files, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (await files.lstat(asideName(path)) !== null) await restore(files, path);
  }
}

async function restore(files: Files, path: string): Promise<void> {
  if (await files.lstat(path) === null) await files.rename(asideName(path), path);
  else await files.remove(asideName(path), { recursive: true });
}
