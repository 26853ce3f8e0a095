/**
 * Looks for the state files that earlier versions of the kit kept at a worktree's root. Nothing
 * reads or writes them any more.
 *
 * @module
 */

import { join } from "@std/path";
import type { Files } from "../ports.ts";
import { type Check, check, counted } from "./check.ts";

const NAME = "runtime files";
const LEFTOVERS = [".fab-runtime.yaml", ".fab-runtime.yaml.lock"];

/**
 * Checks each worktree, and with `fix` removes what is left over. A directory of that name is
 * nobody's state file and stays.
 *
 * @param roots absolute roots of the worktrees
 */
export async function checkRuntimeFiles(
  files: Files,
  roots: readonly string[],
  options: { readonly fix: boolean },
): Promise<readonly Check[]> {
  const found: Check[] = [];
  for (const root of roots) {
    for (const name of LEFTOVERS) {
      const path = join(root, name);
      const kind = (await files.lstat(path))?.kind;
      if (kind !== "file" && kind !== "symlink") continue;
      found.push(options.fix ? await remove(files, path) : leftOver(path));
    }
  }
  if (found.length > 0) return found;
  const where = counted(roots.length, "worktree", "worktrees");
  return [check(NAME, "ok", { message: `none left over in ${where}` })];
}

function leftOver(path: string): Check {
  const remedy = "'fab doctor --fix' removes it";
  return check(NAME, "warn", { message: `${path}: left over, unused`, path, remedy });
}

async function remove(files: Files, path: string): Promise<Check> {
  try {
    await files.remove(path);
    return check(NAME, "ok", { message: `${path}: removed`, path, fixed: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${path}: can't be removed: ${reason}`;
    return check(NAME, "fail", { message, path, remedy: "see to its permissions" });
  }
}
