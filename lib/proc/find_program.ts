/**
 * Looking for a program without starting one.
 *
 * @module
 */

import { isAbsolute, join, resolve } from "@std/path";
import type { Env, Files } from "../ports.ts";

/**
 * The absolute path of the program that a shell would run for this name: the first executable file
 * on the search path, or the name itself when it holds a slash.
 *
 * @param options.path the search path; default this process's own `PATH`
 * @returns null when there is none
 */
export async function findProgram(
  name: string,
  { files, env, path }: {
    readonly files: Files;
    readonly env: Env;
    readonly path?: string | undefined;
  },
): Promise<string | null> {
  if (name === "") return null;
  if (name.includes("/")) {
    const at = resolve(env.cwd(), name);
    return await isExecutable(files, at) ? at : null;
  }
  for (const directory of (path ?? env.get("PATH") ?? "").split(":")) {
    // An empty entry means the working directory.
    const base = isAbsolute(directory) ? directory : resolve(env.cwd(), directory);
    const at = join(base, name);
    if (await isExecutable(files, at)) return at;
  }
  return null;
}

async function isExecutable(files: Files, path: string): Promise<boolean> {
  const stat = await files.stat(path);
  return stat?.kind === "file" && (stat.mode === null || (stat.mode & 0o111) !== 0);
}
