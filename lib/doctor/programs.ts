/**
 * Looks for the programs that `fab` itself works with.
 *
 * @module
 */

import { ProgramMissingError } from "../core/errors.ts";
import { oneLine } from "../core/visible.ts";
import type { Context } from "../ports.ts";
import { findProgram } from "../proc/find_program.ts";
import { type Check, check } from "./check.ts";

/** Milliseconds that a program may take to say its version. */
const VERSION_TIMEOUT_MS = 3000;

/** tmux below this lacks commands that delivery needs. */
const OLDEST_TMUX = { major: 3, minor: 2 };

type Reach = Pick<Context, "exec" | "files" | "env">;

/** tmux, without which there are no panes. */
export async function checkTmux(context: Reach): Promise<Check> {
  const path = await findProgram("tmux", context);
  if (path === null) {
    const remedy = "install tmux 3.2 or later";
    return check("tmux", "fail", { message: "not found on PATH", remedy });
  }
  const answer = await ask(context, ["tmux", "-V"]);
  if (answer === null) {
    const remedy = `see what '${path} -V' says`;
    return check("tmux", "fail", { message: `${path} does not run`, path, remedy });
  }
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? [];
  // A development version may be called "master": it is newer than any that is too old.
  const tooOld = major !== undefined &&
    (Number(major) < OLDEST_TMUX.major ||
      Number(major) === OLDEST_TMUX.major && Number(minor) < OLDEST_TMUX.minor);
  const message = `${answer} (${path})`;
  if (!tooOld) return check("tmux", "ok", { message, path });
  return check("tmux", "fail", { message, path, remedy: "install tmux 3.2 or later" });
}

/** git, which only the opening of new worktrees needs. */
export async function checkGit(context: Reach): Promise<Check> {
  const path = await findProgram("git", context);
  if (path === null) {
    const remedy = "install git; 'fab batch new' makes worktrees with it";
    return check("git", "warn", { message: "not found on PATH", remedy });
  }
  const answer = await ask(context, ["git", "--version"]);
  return check("git", "ok", { message: `${answer ?? "version not told"} (${path})`, path });
}

/** rk, the optional companion: its absence is no fault. */
export async function checkRk(context: Reach): Promise<Check> {
  const path = await findProgram("rk", context);
  if (path === null) {
    return check("rk", "ok", { message: "not installed; optional, fab works fully without it" });
  }
  const answer = await ask(context, ["rk", "--version"]);
  return check("rk", "ok", { message: `${answer ?? "version not told"} (${path})`, path });
}

/** The first line that a program answers; null when it fails or does not answer in time. */
async function ask(context: Reach, argv: readonly string[]): Promise<string | null> {
  try {
    const result = await context.exec.run(argv, { timeoutMs: VERSION_TIMEOUT_MS });
    const line = oneLine(result.stdout.trim().split("\n")[0] ?? "");
    return result.code === 0 && line !== "" ? line : null;
  } catch (error) {
    if (error instanceof ProgramMissingError) return null;
    throw error;
  }
}
