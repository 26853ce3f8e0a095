/**
 * Where the configuration files are.
 *
 * @module
 */

import { dirname, join, resolve } from "@std/path";
import { FabError } from "../core/errors.ts";
import type { Context } from "../ports.ts";

/** From a project's root. */
export const PROJECT_CONFIG = "fab/project/config.yaml";
/** From the home directory. */
export const SYSTEM_CONFIG = ".fab-kit/config.yaml";

/** The machine's file, there or not; null without a home directory. */
export function systemConfigPath(context: Pick<Context, "env">): string | null {
  const home = context.env.get("HOME") ?? "";
  return home === "" ? null : join(home, SYSTEM_CONFIG);
}

/** The directory that a command was told to work for, or the one it runs in. */
export async function startDirectory(
  context: Pick<Context, "env" | "files">,
  repo: string | undefined,
): Promise<string> {
  if (repo === undefined) return context.env.cwd();
  const directory = resolve(context.env.cwd(), repo);
  if (repo !== "" && (await context.files.stat(directory))?.kind === "directory") return directory;
  throw new FabError("failed", `--repo: ${JSON.stringify(repo)} is not a directory`);
}

/** The project's file in a directory or the nearest one above it; null when there is none. */
export async function findProjectConfig(
  context: Pick<Context, "files">,
  from: string,
): Promise<string | null> {
  for (let directory = from;; directory = dirname(directory)) {
    const path = join(directory, PROJECT_CONFIG);
    if (await context.files.lstat(path) !== null) return path;
    if (dirname(directory) === directory) return null;
  }
}
