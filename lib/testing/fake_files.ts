/**
 * A file system in memory.
 *
 * @module
 */

import { dirname, isAbsolute, join, normalize } from "@std/path";
import type { Files, FileStat } from "../ports.ts";

type Node =
  | { readonly kind: "file"; text: string; mode: number }
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string };

/** What a test puts there: a text for a file, `{link}` for a symbolic link, null for a directory. */
export type Tree = Readonly<Record<string, string | null | { readonly link: string }>>;

/** {@linkcode Files} in memory, with a look behind them. */
export interface FakeFiles extends Files {
  /** All files' texts by absolute path. */
  texts(): Readonly<Record<string, string>>;
  /** Lets another process hold the lock at `path`. */
  holdLock(path: string, owner: string): void;
  /** Writes behind a file's end; it stays the same file. */
  append(path: string, text: string): void;
  /** Cuts a file after some characters; it stays the same file. */
  truncate(path: string, length: number): void;
  /** Makes a read or change of this path fail with an error. */
  fail(path: string, error: Error): void;
}

/** Makes {@linkcode FakeFiles} from absolute paths; parents come by themselves. */
export function fakeFiles(tree: Tree = {}): FakeFiles {
  const nodes = new Map<string, Node>([["/", { kind: "directory" }]]);
  const locks = new Map<string, string>();
  const failures = new Map<string, Error>();

  function put(path: string, node: Node): void {
    for (let at = dirname(path); !nodes.has(at); at = dirname(at)) {
      nodes.set(at, { kind: "directory" });
    }
    nodes.set(path, node);
  }
  for (const [path, what] of Object.entries(tree)) {
    put(
      normalize(path),
      what === null
        ? { kind: "directory" }
        : typeof what === "string"
        ? { kind: "file", text: what, mode: 0o100644 }
        : { kind: "symlink", target: what.link },
    );
  }

  /** The path without links, whether or not something is there; null for a loop. */
  function resolve(path: string, followLast: boolean, links = 0): string | null {
    if (links > 40) return null;
    const clean = normalize(path).replace(/(.)\/$/, "$1");
    if (clean === "/") return clean;
    const parent = resolve(dirname(clean), true, links + 1);
    if (parent === null) return null;
    const at = join(parent, clean.slice(clean.lastIndexOf("/") + 1));
    const node = nodes.get(at);
    if (node?.kind !== "symlink" || !followLast) return at;
    const target = isAbsolute(node.target) ? node.target : join(parent, node.target);
    return resolve(target, true, links + 1);
  }
  function find(path: string, followLast = true): Node | null {
    const at = resolve(path, followLast);
    return at === null ? null : nodes.get(at) ?? null;
  }
  function check(path: string): void {
    const error = failures.get(normalize(path));
    if (error !== undefined) throw error;
  }
  const ids = new WeakMap<Node, string>();
  let lastId = 0;
  function toStat(node: Node | null): FileStat | null {
    if (node === null) return null;
    if (!ids.has(node)) ids.set(node, `1.${++lastId}`);
    const about = { id: ids.get(node) ?? null, changed: null, born: null };
    return node.kind === "file"
      ? {
        kind: "file",
        size: new TextEncoder().encode(node.text).length,
        mode: node.mode,
        ...about,
      }
      : {
        kind: node.kind,
        size: 0,
        mode: node.kind === "directory" ? 0o40755 : 0o120777,
        ...about,
      };
  }
  function children(path: string): string[] {
    const prefix = path === "/" ? "/" : `${path}/`;
    return [...nodes.keys()].filter((key) => key !== path && key.startsWith(prefix));
  }

  // deno-lint-ignore require-await -- the port is asynchronous: a throw must be a rejection
  async function readText(path: string, options: { readonly maxBytes?: number } = {}) {
    check(path);
    const node = find(path);
    if (node === null) return null;
    if (node.kind !== "file") throw new Error(`Is a directory: readfile '${path}'`);
    if (node.text.length > (options.maxBytes ?? Infinity)) throw new Error(`${path}: too large`);
    return node.text;
  }

  return {
    readText,
    readPart(path, { from, most }) {
      const node = find(path, false);
      const stat = toStat(node);
      if (node?.kind !== "file" || stat === null || failures.has(normalize(path))) {
        return Promise.resolve(null);
      }
      const all = new TextEncoder().encode(node.text);
      const start = from < 0 ? Math.max(0, all.length + from) : from;
      return Promise.resolve({ bytes: all.slice(start, start + most), stat });
    },
    readDir(path) {
      const at = resolve(path, true);
      if (at === null || nodes.get(at)?.kind !== "directory") return Promise.resolve(null);
      const from = at === "/" ? 1 : at.length + 1;
      const names = children(at).map((key) => key.slice(from)).filter((name) => !/\//.test(name));
      return Promise.resolve(names);
    },
    stat: (path) => Promise.resolve(toStat(find(path))),
    lstat: (path) => Promise.resolve(toStat(find(path, false))),
    readLink(path) {
      const node = find(path, false);
      return Promise.resolve(node?.kind === "symlink" ? node.target : null);
    },
    realPath(path) {
      const at = resolve(path, true);
      return Promise.resolve(at !== null && nodes.has(at) ? at : null);
    },
    // deno-lint-ignore require-await -- as above
    async writeAtomic(path, content, options = {}) {
      check(path);
      const at = resolve(path, true);
      if (at === null || nodes.get(dirname(at))?.kind !== "directory") {
        throw new Error(`No such file or directory: open '${path}'`);
      }
      const old = nodes.get(at);
      const mode = options.mode ?? (old?.kind === "file" ? old.mode : 0o100644);
      nodes.set(at, { kind: "file", text: content, mode });
    },
    mkdir: (path) => Promise.resolve(put(resolve(path, true) ?? path, { kind: "directory" })),
    // deno-lint-ignore require-await -- as above
    async remove(path, options = {}) {
      check(path);
      const at = resolve(path, false);
      if (at === null || !nodes.has(at)) return false;
      const inside = children(at);
      if (inside.length > 0 && options.recursive !== true) {
        throw new Error(`Directory not empty: remove '${path}'`);
      }
      for (const key of [at, ...inside]) nodes.delete(key);
      return true;
    },
    // deno-lint-ignore require-await -- as above
    async rename(from, to) {
      check(from);
      const [source, target] = [resolve(from, false), resolve(to, false)];
      const node = source === null ? undefined : nodes.get(source);
      if (source === null || target === null || node === undefined) {
        throw new Error(`No such file or directory: rename '${from}' -> '${to}'`);
      }
      for (const key of [source, ...children(source)]) {
        const moved = nodes.get(key);
        nodes.delete(key);
        if (moved !== undefined) nodes.set(target + key.slice(source.length), moved);
      }
    },
    lock(path, options) {
      if (locks.has(path)) return Promise.resolve(null);
      locks.set(path, options.owner);
      return Promise.resolve({ release: () => Promise.resolve(void locks.delete(path)) });
    },
    lockHolder: (path) => Promise.resolve(locks.get(path) ?? null),
    watch: () => null,
    texts() {
      const texts: Record<string, string> = {};
      for (const [path, node] of nodes) if (node.kind === "file") texts[path] = node.text;
      return texts;
    },
    append(path, text) {
      const node = find(path);
      if (node?.kind === "file") node.text += text;
    },
    truncate(path, length) {
      const node = find(path);
      if (node?.kind === "file") node.text = node.text.slice(0, length);
    },
    holdLock: (path, owner) => void locks.set(path, owner),
    fail: (path, error) => void failures.set(normalize(path), error),
  };
}
