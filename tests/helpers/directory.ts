/**
 * Directories of a test's own, and what is in them.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";

/** The repository's root, without a slash at its end. */
export const ROOT: string = fromFileUrl(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Gives a test a directory of its own, and removes it. */
export async function withDirectory(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "fabtest-" }));
  try {
    await body(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Every path below a directory with what it holds, to compare before and after. */
export async function snapshot(directory: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const walk = async (at: string, name: string): Promise<void> => {
    for await (const entry of Deno.readDir(at)) {
      const path = `${at}/${entry.name}`;
      const shown = `${name}${entry.name}`;
      if (entry.isDirectory) {
        found[`${shown}/`] = "";
        await walk(path, `${shown}/`);
      } else {
        found[shown] = entry.isSymlink ? `-> ${await Deno.readLink(path)}` : await Deno
          .readTextFile(path);
      }
    }
  };
  await walk(directory, "");
  return found;
}
