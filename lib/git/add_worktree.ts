/**
 * Making a worktree for a branch: by `wt` where it is installed, else by git.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import { FabError, ProgramMissingError } from "../core/errors.ts";
import type { Context, RunResult } from "../ports.ts";

/** A worktree that is wanted. */
export interface WorktreeRequest {
  /** The repository's main worktree; of a bare repository, which has none, its git directory. */
  readonly mainRoot: string;
  /** The worktree that asks. */
  readonly root: string;
  /** The worktree's own name. */
  readonly name: string;
  /** Checked out when it exists, here or on a remote; made when it doesn't. */
  readonly branch: string;
}

/** Milliseconds that a worktree may take: repositories are large, and `wt` runs set-up scripts. */
const WORKTREE_MS = 300_000;

type Parts = Pick<Context, "exec" | "files">;

/**
 * The directory of the branch's worktree, made where there is none yet.
 *
 * @throws {FabError} with what `wt` or git said.
 */
export async function addWorktree(context: Parts, request: WorktreeRequest): Promise<string> {
  return await findWorktree(context, request) ?? await byWt(context, request) ??
    await byGit(context, request);
}

/**
 * Where git puts a worktree of this name: beside the checkout, as `wt` does, and never into a git
 * directory. The worktrees of a bare repository commonly stand side by side, and so does this one.
 *
 * @param bare whether `mainRoot` is a git directory
 */
export function worktreePath({ mainRoot, root, name }: WorktreeRequest, bare: boolean): string {
  const inFolder = (checkout: string) =>
    join(dirname(checkout), `${basename(checkout)}.worktrees`, name);
  if (!bare) return inFolder(mainRoot);
  const beside = dirname(root);
  const together = beside === dirname(mainRoot) || beside.endsWith(".worktrees");
  return together ? join(beside, name) : inFolder(root);
}

/** Where a worktree of this name would go, with a look at the repository. */
export async function plannedWorktree(
  { files }: Pick<Context, "files">,
  request: WorktreeRequest,
): Promise<string> {
  const { mainRoot } = request;
  const bare = await files.lstat(join(mainRoot, ".git")) === null &&
    await files.lstat(join(mainRoot, "HEAD")) !== null;
  return worktreePath(request, bare);
}

/** The worktree that has the branch checked out; null when there is none. */
async function findWorktree(context: Parts, request: WorktreeRequest): Promise<string | null> {
  const list = await git(context, request, ["worktree", "list", "--porcelain", "-z"]);
  let path = "";
  for (const line of list.split("\0")) {
    if (line.startsWith("worktree ")) path = line.slice("worktree ".length);
    if (line !== `branch refs/heads/${request.branch}`) continue;
    // A worktree whose directory is gone stays on git's list until it is pruned.
    if ((await context.files.stat(path))?.kind === "directory") return path;
  }
  return null;
}

/** Null when there is no `wt`. */
async function byWt(context: Parts, request: WorktreeRequest): Promise<string | null> {
  const { mainRoot, name, branch } = request;
  let result: RunResult;
  try {
    result = await context.exec.run(
      [
        ...["wt", "create", "--non-interactive", "--reuse", "--worktree-open", "skip"],
        ...["--worktree-name", name, branch],
      ],
      { cwd: mainRoot, timeoutMs: WORKTREE_MS },
    );
  } catch (error) {
    if (error instanceof ProgramMissingError) return null;
    throw error;
  }
  if (result.code !== 0) throw refused("wt create", result);
  const lines = result.stdout.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const named = lines.findLast((line) => line.startsWith("Path:"))?.slice("Path:".length).trim();
  for (const path of [named, lines.at(-1)]) {
    if (path?.startsWith("/") && (await context.files.stat(path))?.kind === "directory") {
      return path;
    }
  }
  const found = await findWorktree(context, request);
  if (found !== null) return found;
  throw new FabError("failed", `wt create made no worktree of ${branch} that git knows of`);
}

async function byGit(context: Parts, request: WorktreeRequest): Promise<string> {
  const { branch } = request;
  const path = await plannedWorktree(context, request);
  const refs = await git(context, request, [
    ...["for-each-ref", "--count=1", "--format=%(refname)"],
    ...[`refs/heads/${branch}`, `refs/remotes/*/${branch}`],
  ]);
  const what = refs.trim() === "" ? ["-b", branch, "--", path] : ["--", path, branch];
  await git(context, request, ["worktree", "add", ...what]);
  return path;
}

async function git(
  context: Parts,
  request: WorktreeRequest,
  args: readonly string[],
): Promise<string> {
  const argv = ["git", "-C", request.mainRoot, ...args];
  const result = await context.exec.run(argv, { timeoutMs: WORKTREE_MS });
  if (result.code !== 0) throw refused(`git ${args.slice(0, 2).join(" ")}`, result);
  return result.stdout;
}

function refused(what: string, result: RunResult): FabError {
  if (result.timedOut) return new FabError("failed", `${what}: no end in ${WORKTREE_MS / 1000} s`);
  const words = result.stderr.trim() || result.stdout.trim() || `exit code ${result.code}`;
  return new FabError("failed", `${what}: ${words.replace(/^fatal: /, "")}`);
}
