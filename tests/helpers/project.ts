/**
 * A home and a project for a test, with configuration in both.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import { type ProgramOptions, type ProgramResult, runFab } from "./program.ts";

/** A directory that is removed after the test. */
export interface Project {
  /** The project's root; `fab` runs here. */
  readonly root: string;
  readonly home: string;
  /** Writes a file, relative to the root, with its folders. */
  write(path: string, text: string, mode?: number): Promise<string>;
  read(path: string): Promise<string>;
  fab(args: readonly string[], options?: ProgramOptions): Promise<ProgramResult>;
}

/** What a project begins with. */
export interface ProjectFiles {
  /** `fab/project/config.yaml`. */
  readonly project?: string;
  /** `~/.fab-kit/config.yaml`. */
  readonly system?: string;
}

/** Gives a test a project of its own, and removes it. */
export async function withProject(
  files: ProjectFiles,
  body: (project: Project) => Promise<void>,
): Promise<void> {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "fabtest-" }));
  const root = join(directory, "project");
  const home = join(directory, "home");
  const project: Project = {
    root,
    home,
    async write(path, text, mode) {
      const full = join(root, path);
      await Deno.mkdir(dirname(full), { recursive: true });
      await Deno.writeTextFile(full, text);
      if (mode !== undefined) await Deno.chmod(full, mode);
      return full;
    },
    read: (path) => Deno.readTextFile(join(root, path)),
    fab: (args, options = {}) =>
      runFab(args, { cwd: root, ...options, env: { HOME: home, ...options.env } }),
  };
  try {
    await Deno.mkdir(root);
    await Deno.mkdir(home);
    if (files.project !== undefined) await project.write("fab/project/config.yaml", files.project);
    if (files.system !== undefined) {
      await Deno.mkdir(join(home, ".fab-kit"));
      await Deno.writeTextFile(join(home, ".fab-kit/config.yaml"), files.system);
    }
    await body(project);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
