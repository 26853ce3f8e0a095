/**
 * Reads the changes of a worktree from the file system.
 *
 * @module
 */

import { join } from "@std/path";
import {
  ACTIVE_CHANGE_LINK,
  changeId,
  changeOfLink,
  CHANGES_DIR,
  type ChangeStatus,
  changeStatus,
} from "../core/map/change.ts";
import { readPlainStatus } from "../core/map/status_text.ts";
import type { Files } from "../ports.ts";

/** What a worktree tells about changes. */
export interface WorktreeChange {
  /** Whether the worktree is one of fab's: it has a `fab/` directory. */
  readonly isFab: boolean;
  /** The active change's folder name; null without one. */
  readonly folder: string | null;
  /** What its status file says; null without a change, or when the file can't be read. */
  readonly status: ChangeStatus | null;
}

/** Bytes of a status file that are read; a real one is a few hundred. */
const MAX_STATUS_BYTES = 1024 * 1024;

/**
 * The active change of the worktree with this root. A link that points to nothing, or to
 * something that is no change, is no change. Never throws for what is on the disk.
 */
export async function readActiveChange(files: Files, root: string): Promise<WorktreeChange> {
  const link = join(root, ACTIVE_CHANGE_LINK);
  const target = await files.readLink(link);
  const folder = target === null ? null : changeOfLink(target);
  if (folder !== null && (await files.stat(link))?.kind === "file") {
    return { isFab: true, folder, status: await readChangeStatus(files, link) };
  }
  const fab = await files.stat(join(root, "fab"));
  return { isFab: fab?.kind === "directory", folder: null, status: null };
}

/** A status file; null when it is missing, unreadable or no YAML. */
export async function readChangeStatus(files: Files, path: string): Promise<ChangeStatus | null> {
  try {
    const text = await files.readText(path, { maxBytes: MAX_STATUS_BYTES });
    // With a tab as indentation the parser makes something else of it, without an error.
    if (text === null || /^ *\t/m.test(text)) return null;
    const plain = readPlainStatus(text);
    if (plain !== null) return changeStatus(plain);
    const { parse } = await import("@std/yaml");
    return changeStatus(parse(text.replace(/^\uFEFF/, "")));
  } catch {
    return null;
  }
}

/** The folder names of all changes under a worktree's root, sorted. */
export async function listChanges(files: Files, root: string): Promise<readonly string[]> {
  const names = await files.readDir(join(root, CHANGES_DIR)) ?? [];
  return names.filter((name) => changeId(name) !== null).toSorted();
}
