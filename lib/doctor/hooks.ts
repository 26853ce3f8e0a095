/**
 * Looks for stale hook entries in the settings of every worktree, and takes them out.
 *
 * @module
 */

import { join, resolve } from "@std/path";
import { JsonSyntaxError } from "../core/hooks/json_tree.ts";
import { hookCommands, judgeHook, removeHooks } from "../core/hooks/stale_hooks.ts";
import type { Files } from "../ports.ts";
import { type Check, check, counted } from "./check.ts";

const NAME = "hooks";
const SETTINGS = ".claude/settings.local.json";
/** Larger than any settings file that a person or a program keeps. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Times that the file may change between reading and writing before this gives up. */
const MAX_ATTEMPTS = 3;
const REMEDY = "'fab doctor --fix' removes them";

/**
 * Checks each worktree's settings file once, even where several are links to one. With `fix` the
 * entries are removed and nothing else of the file changes; a clean file is not written.
 *
 * @param roots absolute roots of the worktrees
 */
export async function checkHooks(
  files: Files,
  roots: readonly string[],
  options: { readonly fix: boolean },
): Promise<readonly Check[]> {
  const found: Check[] = [];
  const seen = new Set<string>();
  for (const root of roots) {
    const path = join(root, SETTINGS);
    const real = await files.realPath(path);
    if (real === null || seen.has(real)) continue;
    seen.add(real);
    const result = await checkOne(files, { root, roots, path, fix: options.fix });
    if (result !== null) found.push(result);
  }
  if (found.length > 0) return found;
  const where = counted(roots.length, "worktree", "worktrees");
  return [check(NAME, "ok", { message: `no stale hook entries in ${where}` })];
}

interface SettingsFile {
  /** The worktree that it is of, and all of them. */
  readonly root: string;
  readonly roots: readonly string[];
  readonly path: string;
  readonly fix: boolean;
}

async function checkOne(files: Files, file: SettingsFile): Promise<Check | null> {
  const { path, fix } = file;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const text = await files.readText(path, { maxBytes: MAX_BYTES });
      if (text === null) return null;
      const stale = await staleCommands(files, file, text);
      if (stale.length === 0) return null;
      const entries = counted(stale.length, "stale hook entry", "stale hook entries");
      if (text.includes("\uFFFD")) {
        const message = `${path}: ${entries}, and bytes that are not UTF-8`;
        return check(NAME, "fail", { message, path, remedy: "take the entries out by hand" });
      }
      if (!fix) {
        const message = `${path}: ${entries} (${stale[0]})`;
        return check(NAME, "fail", { message, path, remedy: REMEDY });
      }
      const cleaned = removeHooks(text, (command) => stale.includes(command));
      // Its owner may have written it meanwhile: then what was read is not what is there.
      if (await files.readText(path, { maxBytes: MAX_BYTES }) !== text) continue;
      await files.writeAtomic(path, cleaned);
      return check(NAME, "ok", { message: `${path}: removed ${entries}`, path, fixed: true });
    }
    const message = `${path}: it keeps changing while it is repaired`;
    return check(NAME, "fail", { message, path, remedy: "end what writes it and run this again" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof JsonSyntaxError) {
      const message = `${path}: no JSON, ${reason}`;
      return check(NAME, "warn", { message, path, remedy: "correct it and run this again" });
    }
    const remedy = "see to its permissions and run this again";
    return check(NAME, "fail", { message: `${path}: ${reason}`, path, remedy });
  }
}

/** The stale commands in a settings text, in order, repeated ones each time. */
async function staleCommands(
  files: Files,
  { root, roots }: SettingsFile,
  text: string,
): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const { command } of hookCommands(text)) {
    const verdict = judgeHook(command);
    if (verdict.kind === "stale") stale.push(command);
    if (verdict.kind !== "shim") continue;
    // A script of that name that is there, or that lies elsewhere, is a person's own: the kit's
    // lay in the project and went with the kit.
    const path = resolve(root, verdict.path);
    const isOurs = roots.some((one) => path.startsWith(`${one}/`));
    if (isOurs && await files.stat(path) === null) stale.push(command);
  }
  return stale;
}
