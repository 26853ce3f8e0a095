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

/** Where a search upwards ended, and what it found. */
export interface ProjectPlace {
  /** The file; null when there is none. */
  readonly file: string | null;
  /** The root of the repository; outside git the directory that the search began in. */
  readonly root: string;
}

/**
 * Looks for the project's file in a directory and the nearest ones above it: no further than the
 * root of the repository, nor, outside git, than the home directory. What lies beyond belongs to
 * something else: a clone that happens to be called `fab` is no neighbour's configuration.
 */
export async function findProject(
  { env, files }: Pick<Context, "env" | "files">,
  from: string,
): Promise<ProjectPlace> {
  const home = env.get("HOME") ?? "";
  let file: string | null = null;
  for (let directory = from;; directory = dirname(directory)) {
    const path = join(directory, PROJECT_CONFIG);
    if (file === null && await files.lstat(path) !== null) {
      const isClone = await files.lstat(join(directory, "fab/.git")) !== null;
      if (!isClone) file = path;
    }
    if (await isGitRoot(files, directory)) return { file, root: directory };
    if (directory === home || dirname(directory) === directory) return { file, root: from };
  }
}

/** The project's file for a directory; null when there is none. As {@linkcode findProject}. */
export async function findProjectConfig(
  context: Pick<Context, "env" | "files">,
  from: string,
): Promise<string | null> {
  return (await findProject(context, from)).file;
}

/** A main worktree, a linked one or a submodule; git itself passes over a `.git` without a `HEAD`. */
async function isGitRoot(files: Context["files"], directory: string): Promise<boolean> {
  const path = join(directory, ".git");
  const kind = (await files.stat(path))?.kind;
  return kind === "file" ||
    (kind === "directory" && await files.lstat(join(path, "HEAD")) !== null);
}
