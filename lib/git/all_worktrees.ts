/**
 * All worktrees of a repository, from the file system: git keeps one directory for each linked
 * worktree, which names the `.git` file at its root.
 *
 * @module
 */

import { dirname, isAbsolute, join, normalize } from "@std/path";
import type { Files } from "../ports.ts";
import { createWorktrees } from "./worktrees.ts";

/** Bytes of a pointer file that are read; a real one is a path long. */
const MAX_POINTER_BYTES = 16 * 1024;

/**
 * The roots of all worktrees of the repository that a directory is in, each once: the main one
 * first, then the others by name, and the caller's own even when the repository has lost sight of
 * it. Those whose directory is gone are left out. For a bare repository the first is the
 * repository itself.
 *
 * @param cwd absolute
 * @returns null outside git
 */
export async function listWorktrees(files: Files, cwd: string): Promise<readonly string[] | null> {
  const { place } = await createWorktrees(files).locate(cwd);
  if (place === null) return null;
  const gitDir = await commonGitDir(files, place.mainRoot);
  const registry = join(gitDir, "worktrees");
  const linked: string[] = [];
  for (const name of await files.readDir(registry) ?? []) {
    const pointer = await readPointer(files, join(registry, name, "gitdir"));
    if (pointer === null) continue;
    linked.push(dirname(absolute(pointer, join(registry, name))));
  }
  const roots: string[] = [];
  const seen = new Set<string>();
  for (const root of [place.mainRoot, ...linked.sort(), place.root]) {
    const real = await files.realPath(root);
    if (real === null || seen.has(real)) continue;
    if ((await files.stat(real))?.kind !== "directory") continue;
    seen.add(real);
    roots.push(root);
  }
  return roots;
}

/** The git directory that all worktrees share. */
async function commonGitDir(files: Files, mainRoot: string): Promise<string> {
  const path = join(mainRoot, ".git");
  const kind = (await files.stat(path))?.kind;
  if (kind === "directory") return path;
  if (kind !== "file") return mainRoot;
  const target = /^gitdir: (.*)$/s.exec(await readPointer(files, path) ?? "")?.[1];
  return target === undefined ? path : absolute(target, mainRoot);
}

function absolute(path: string, base: string): string {
  return normalize(isAbsolute(path) ? path : join(base, path));
}

/** A small file's text without its last line break; null when missing, empty or unreadable. */
async function readPointer(files: Files, path: string): Promise<string | null> {
  try {
    const text = await files.readText(path, { maxBytes: MAX_POINTER_BYTES });
    const pointer = text?.replace(/[\r\n]+$/, "") ?? "";
    return pointer === "" ? null : pointer;
  } catch {
    return null;
  }
}
