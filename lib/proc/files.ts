/**
 * The real file system.
 *
 * @module
 */

import { basename, dirname, isAbsolute, join } from "@std/path";
import { FabError } from "../core/errors.ts";
import type { Files, FileStat } from "../ports.ts";
import { lockFile } from "./file_lock.ts";
import { watchDirectory } from "./watch.ts";

/** Links followed in a row before a path counts as a loop, as Linux does. */
const MAX_LINKS = 40;

/**
 * Size up to which a file is read at once. Handing such a read to another thread and back takes
 * many times as long as the read, and the map of many panes reads hundreds of small files.
 */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * Makes the real {@linkcode Files}. Waiting for a lock ends when `signal` is aborted. Questions
 * about a path are answered at once, as {@linkcode AT_ONCE_BYTES} says of small files.
 */
export function createFiles(signal: AbortSignal): Files {
  return {
    async readText(path, options = {}) {
      try {
        return await readWhole(path, options.maxBytes ?? Infinity);
      } catch (error) {
        throw naming("read", path, error);
      }
    },
    async readDir(path) {
      const names: string[] = [];
      try {
        for await (const entry of Deno.readDir(path)) names.push(entry.name);
      } catch {
        return null;
      }
      return names;
    },
    // deno-lint-ignore require-await -- as said of small files
    async readPart(path, { from, most }) {
      try {
        // Between the two questions another file may have come: its identity tells.
        const seen = toStat(Deno.lstatSync(path));
        if (seen.kind !== "file") return null;
        using file = Deno.openSync(path);
        const stat = toStat(file.statSync());
        if (stat.kind !== "file" || stat.id !== seen.id) return null;
        file.seekSync(
          from < 0 ? Math.max(0, stat.size + from) : from,
          Deno.SeekMode.Start,
        );
        const bytes = new Uint8Array(Math.max(0, Math.min(most, stat.size)));
        let count = 0;
        while (count < bytes.length) {
          const read = file.readSync(bytes.subarray(count));
          if (read === null) break;
          count += read;
        }
        return { bytes: bytes.subarray(0, count), stat };
      } catch {
        return null;
      }
    },
    stat: (path) => statOrNull(() => Deno.statSync(path)),
    lstat: (path) => statOrNull(() => Deno.lstatSync(path)),
    readLink(path) {
      try {
        return Promise.resolve(Deno.readLinkSync(path));
      } catch {
        return Promise.resolve(null);
      }
    },
    realPath: (path) => Deno.realPath(path).catch(() => null),
    async writeAtomic(path, content, options = {}) {
      const target = await followLinks(path);
      const mode = options.mode ?? (await statOrNull(() => Deno.stat(target)))?.mode ?? null;
      const random = crypto.randomUUID().slice(0, 8);
      const temporary = join(dirname(target), `.${basename(target).slice(0, 200)}.${random}.tmp`);
      try {
        {
          using file = await Deno.open(temporary, { write: true, createNew: true });
          await writeAll(file, new TextEncoder().encode(content));
          // Not through `open`, whose mode the umask cuts.
          if (mode !== null) await Deno.chmod(temporary, mode & 0o7777);
          // A rename may reach the disk before the content does, and leave an empty file.
          await file.syncData();
        }
        await Deno.rename(temporary, target);
      } catch (error) {
        await Deno.remove(temporary).catch(() => {});
        throw naming("write", target, error);
      }
    },
    mkdir: (path) => Deno.mkdir(path, { recursive: true }),
    async remove(path, options = {}) {
      const removed = await missingAsNull(async () => {
        await Deno.remove(path, { recursive: options.recursive ?? false });
        return true;
      });
      return removed ?? false;
    },
    rename: (from, to) => Deno.rename(from, to),
    lock: (path, options) => lockFile(path, { ...options, signal }),
    async lockHolder(path) {
      const text = await this.readText(path, { maxBytes: 4096 }).catch(() => null);
      return text === null || text === "" ? null : text;
    },
    watch: watchDirectory,
  };
}

/** The system's words for a failed read or write are about no file: adds it, as Deno does elsewhere. */
function naming(what: "read" | "write", path: string, error: unknown): unknown {
  const bare = error instanceof Error && !(error instanceof FabError) &&
    !error.message.includes("'");
  if (bare) error.message += `: ${what} '${path}'`;
  return error;
}

/** Whether a failure means that there is nothing at the path. */
function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.FilesystemLoop;
}

async function readWhole(path: string, maxBytes: number): Promise<string | null> {
  // Without ignoreBOM a leading U+FEFF would be lost.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const small = await missingAsNull(() => readSmall(path, maxBytes));
  if (small !== undefined) return small === null ? null : decoder.decode(small);
  const file = await missingAsNull(() => Deno.open(path));
  if (file === null) return null;
  using _ = file;
  // A link or a parent may be fine and the file itself a directory: read says so.
  return decoder.decode(await readAll(file, path, maxBytes));
}

/**
 * A regular file's content when it is small, undefined for everything else: large files, pipes, and
 * what tells no size.
 */
function readSmall(path: string, maxBytes: number): Uint8Array | undefined {
  const { isFile, size } = Deno.statSync(path);
  if (!isFile || size === 0 || size > Math.min(AT_ONCE_BYTES, maxBytes)) return undefined;
  return Deno.readFileSync(path);
}

async function missingAsNull<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function statOrNull(
  read: () => Deno.FileInfo | Promise<Deno.FileInfo>,
): Promise<FileStat | null> {
  try {
    return toStat(await read());
  } catch {
    return null;
  }
}

function toStat(info: Deno.FileInfo): FileStat {
  const kind = info.isFile
    ? "file"
    : info.isDirectory
    ? "directory"
    : info.isSymlink
    ? "symlink"
    : "other";
  return {
    kind,
    size: info.size,
    mode: info.mode,
    id: info.ino === null ? null : `${info.dev}.${info.ino}`,
    changed: info.mtime?.getTime() ?? null,
    born: info.birthtime?.getTime() ?? null,
  };
}

/** The path at the end of a chain of links, whether or not there is a file yet. */
async function followLinks(path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const next = await Deno.readLink(at).catch(() => null);
    if (next === null) return at;
    at = isAbsolute(next) ? next : join(dirname(at), next);
  }
  throw new FabError("failed", `${path}: too many symbolic links`);
}

async function readAll(file: Deno.FsFile, path: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(64 * 1024);
    const count = await file.read(chunk);
    if (count === null) break;
    size += count;
    if (size > maxBytes) {
      throw new FabError("failed", `${path}: larger than ${maxBytes} bytes; is it the right file?`);
    }
    chunks.push(chunk.subarray(0, count));
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
