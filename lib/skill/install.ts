/**
 * Writing the helper skill into a project or a home.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import { FabError } from "../core/errors.ts";
import type { Files } from "../ports.ts";
import { compareInstalled, stampSkill } from "./stamp.ts";
import { CLI_AGENTS } from "./texts.ts";

/** Where agents look for skills, below a project or a home. */
export const DEFAULT_SKILLS_DIR = ".claude/skills";

/** The skill's folder, which is also its name. */
const SKILL_NAME = "_cli-agents";

/** Larger than any skill: such a file is something else, and is not read. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What an installation did. */
export interface Installed {
  readonly path: string;
  readonly action: "installed" | "updated" | "unchanged";
}

/**
 * Installs `_cli-agents/SKILL.md` below a directory, which is made when it is missing. The file is
 * written whole or not at all, so several callers at once leave one whole text.
 *
 * @param dir absolute
 * @throws {FabError} when a person changed the file and `force` is not set, or it can't be written.
 */
export async function installSkill(
  files: Files,
  options: { readonly dir: string; readonly force: boolean },
): Promise<Installed> {
  const path = join(options.dir, SKILL_NAME, "SKILL.md");
  const stamped = await stampSkill(CLI_AGENTS);
  const before = await guarded("read", path, () => files.readText(path, { maxBytes: MAX_BYTES }));
  if (before !== null) {
    const state = await compareInstalled(before, stamped);
    if (state === "current") return { path, action: "unchanged" };
    if (state === "changed" && !options.force) {
      throw new FabError(
        "failed",
        `${path} was changed by hand; --force replaces it, --dir installs elsewhere`,
      );
    }
  }
  await guarded("write", path, async () => {
    await files.mkdir(dirname(path));
    await files.writeAtomic(path, stamped);
  });
  return { path, action: before === null ? "installed" : "updated" };
}

/** Runs one step on the file system; a failure names the path. */
async function guarded<T>(
  verb: string,
  path: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof FabError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FabError("failed", `can't ${verb} ${path}: ${reason}`, { cause: error });
  }
}
