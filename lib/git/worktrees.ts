/**
 * Finds worktrees by reading the file system, without running git: `.git` as a directory, or as a
 * file that points to one (`gitdir: …`). What is broken, gone or unreadable is simply not in git.
 *
 * @module
 */

import { basename, dirname, isAbsolute, join, normalize } from "@std/path";
import type { GitPlace } from "../core/map/worktree_label.ts";
import type { Files } from "../ports.ts";

/** A directory as a pane reports it, and where it is. */
export interface Location {
  /** The directory, without the ` (deleted)` that Linux puts after one that is gone. */
  readonly dir: string;
  /** Null outside git, and for a directory that is gone or can't be reached. */
  readonly place: GitPlace | null;
}

/** Looks directories up; each, and each directory above it, is read once in its life. */
export interface Worktrees {
  /** Never throws for what is on the disk. */
  locate(cwd: string): Promise<Location>;
}

/** Bytes of a `.git` file or a `commondir` file that are read; a real one is a path long. */
const MAX_POINTER_BYTES = 16 * 1024;

/** Makes a {@linkcode Worktrees} with an empty memory; make one for each run. */
export function createWorktrees(files: Files): Worktrees {
  const locations = new Map<string, Promise<Location>>();
  const places = new Map<string, Promise<GitPlace | null | "none">>();

  async function find(cwd: string): Promise<Location> {
    if (!isAbsolute(cwd)) return { dir: cwd, place: null };
    // What a system reports is plain already.
    const plain = !/\/\.{0,2}(?:\/|$)/.test(cwd);
    const dir = plain ? cwd : normalize(cwd).replace(/(?<=.)\/$/, "");
    // Only a directory that is there has a `.git`, or the lack of one: a question less for most.
    const here = await placeAt(dir);
    if (here !== "none") return { dir, place: here };
    if ((await files.stat(dir))?.kind === "directory") return { dir, place: await placeOf(dir) };
    return { dir: dir.replace(/ \(deleted\)$/, ""), place: null };
  }

  function placeAt(dir: string): Promise<GitPlace | null | "none"> {
    let place = places.get(dir);
    if (place === undefined) {
      place = readPlace(files, dir);
      places.set(dir, place);
    }
    return place;
  }

  async function placeOf(dir: string): Promise<GitPlace | null> {
    for (let at = dir;; at = dirname(at)) {
      const place = await placeAt(at);
      if (place !== "none") return place;
      if (dirname(at) === at) return null;
    }
  }

  return {
    locate(cwd) {
      let location = locations.get(cwd);
      if (location === undefined) {
        location = find(cwd);
        locations.set(cwd, location);
      }
      return location;
    },
  };
}

/** The place whose root is this very directory; null when git would give up here. */
async function readPlace(files: Files, root: string): Promise<GitPlace | null | "none"> {
  const path = join(root, ".git");
  const stat = await files.stat(path);
  if (stat?.kind === "directory") {
    // git passes over a `.git` that is no repository, and looks further up.
    return await files.lstat(join(path, "HEAD")) === null ? "none" : { root, mainRoot: root };
  }
  if (stat?.kind !== "file") return "none";
  const pointer = await readPointer(files, path);
  const target = pointer === null ? null : /^gitdir: (.*?)[\r\n]*$/s.exec(pointer)?.[1];
  if (target === undefined || target === null) return null;
  const gitDir = isAbsolute(target) ? target : join(root, target);
  const pointsOn = (await files.stat(join(gitDir, "commondir")))?.kind === "file";
  if (!pointsOn) {
    // A submodule, or a repository whose git directory is kept elsewhere: its own main worktree.
    return await files.lstat(join(gitDir, "HEAD")) === null ? null : { root, mainRoot: root };
  }
  // Where git puts a worktree's directory, the file says `../..`: nothing to read.
  const common = /\/worktrees\/[^/]+\/?$/.test(gitDir)
    ? "../.."
    : (await readPointer(files, join(gitDir, "commondir")))?.replace(/[\r\n]+$/, "");
  if (common === undefined) return null;
  const commonDir = normalize(isAbsolute(common) ? common : join(gitDir, common))
    .replace(/(?<=.)\/$/, "");
  if (basename(commonDir) === ".git") return { root, mainRoot: dirname(commonDir) };
  return { root, mainRoot: await checkoutOf(files, commonDir) ?? commonDir };
}

/**
 * The main worktree of a git directory that is kept elsewhere, as a submodule's is; null where it
 * has none: a bare repository.
 */
async function checkoutOf(files: Files, gitDir: string): Promise<string | null> {
  const config = await readPointer(files, join(gitDir, "config")) ?? "";
  const path = /^[ \t]*worktree[ \t]*=[ \t]*"?(.*?)"?[ \t\r]*$/im.exec(config)?.[1] ?? "";
  if (path === "") return null;
  return normalize(isAbsolute(path) ? path : join(gitDir, path)).replace(/(?<=.)\/$/, "");
}

/** A small file's text, null when there is none or it can't be read. */
async function readPointer(files: Files, path: string): Promise<string | null> {
  try {
    return await files.readText(path, { maxBytes: MAX_POINTER_BYTES });
  } catch {
    return null;
  }
}
