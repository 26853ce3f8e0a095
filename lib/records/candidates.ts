/**
 * The files that a pattern names now. No symbolic link below the pattern's own folder is followed.
 *
 * @module
 */

import type { PathPart, PathPattern } from "../core/records/records.ts";
import type { Files, FileStat } from "../ports.ts";

/** How many files of one pattern are looked at; where there are more, none is read. */
const MOST_FILES = 4000;

/** A file that a pattern names. */
export interface Candidate {
  readonly path: string;
  readonly stat: FileStat;
  /** The session's name in its path, where the pattern holds one that is not known. */
  readonly session: string | null;
}

type Place = Pick<Candidate, "path" | "session">;

/** The files, in no order; empty where there are too many to tell. */
export async function candidatesOf(
  files: Files,
  pattern: PathPattern,
): Promise<readonly Candidate[]> {
  const root = await files.realPath(pattern.root);
  if (root === null) return [];
  let places: readonly Place[] = [{ path: root, session: null }];
  for (const [at, part] of pattern.parts.entries()) {
    const last = at === pattern.parts.length - 1;
    const below = await Promise.all(places.map((place) => childrenOf(files, place, part)));
    places = below.flat();
    if (places.length > MOST_FILES) return [];
    if (!last) places = await directories(files, places);
  }
  const found = await Promise.all(places.map(async (place): Promise<Candidate | null> => {
    const stat = await files.lstat(place.path);
    return stat?.kind === "file" ? { ...place, stat } : null;
  }));
  return found.filter((candidate) => candidate !== null);
}

async function childrenOf(
  files: Files,
  { path, session }: Place,
  part: PathPart,
): Promise<readonly Place[]> {
  if ("name" in part) {
    return part.name === "" || part.name === ".." || part.name === "."
      ? []
      : [{ path: `${path}/${part.name}`, session }];
  }
  const names = (await files.readDir(path) ?? []).filter((name) => part.match.test(name))
    .toSorted();
  return names.slice(part.newest ? -2 : 0).map((name) => ({
    path: `${path}/${name}`,
    session: session ?? part.match.exec(name)?.groups?.["session"] ?? null,
  }));
}

async function directories(files: Files, places: readonly Place[]): Promise<readonly Place[]> {
  const stats = await Promise.all(places.map(({ path }) => files.lstat(path)));
  return places.filter((_, at) => stats[at]?.kind === "directory");
}

/** The folders in which a file of the pattern may appear or change, and those on the way to them. */
export async function foldersOf(files: Files, pattern: PathPattern): Promise<readonly string[]> {
  const root = await files.realPath(pattern.root);
  if (root === null) return [];
  const all = [root];
  let places: readonly Place[] = [{ path: root, session: null }];
  for (const part of pattern.parts.slice(0, -1)) {
    const below = await Promise.all(places.map((place) => childrenOf(files, place, part)));
    places = await directories(files, below.flat());
    if (places.length === 0) break;
    all.push(...places.map(({ path }) => path));
  }
  return all;
}
