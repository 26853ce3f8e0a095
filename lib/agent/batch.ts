/**
 * Several windows at once, each with a worktree of its own.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { addWorktree, plannedWorktree } from "../git/add_worktree.ts";
import { createWorktrees } from "../git/worktrees.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { windowsNamed } from "./operator.ts";
import { openPlanned, planSpawn, type SpawnPlan, type SpawnRequest } from "./spawn.ts";

/** One window of a batch. */
export interface BatchItem {
  /** What it is called in reports. */
  readonly id: string;
  /** The branch, and the worktree's name. */
  readonly branch: string;
  /** The window's name. */
  readonly window: string;
  readonly prompt: string;
  /** The worktree that has it already; absent: one is made of the branch. */
  readonly worktree?: string | undefined;
}

/** What became of an item. */
export type BatchResult =
  & { readonly id: string }
  & (
    | {
      readonly action: "spawned";
      readonly pane: string;
      readonly windowId: string;
      readonly worktree: string;
      readonly command: string;
    }
    | { readonly action: "open already"; readonly pane: string; readonly windowId: string }
    | { readonly action: "planned"; readonly worktree: string; readonly plan: SpawnPlan }
    | { readonly action: "failed"; readonly error: string }
  );

/** What all windows of a batch have in common. */
export type BatchRequest = Omit<SpawnRequest, "name" | "prompt" | "directory"> & {
  readonly mainRoot: string;
  /** The worktree that the batch was asked for in. */
  readonly root: string;
  readonly dryRun: boolean;
};

/**
 * Does one item. An item that fails says so in its result, so that the others go on; what would
 * fail for each of them, a missing server, is thrown.
 *
 * @throws {TmuxError} when there is no server or no such session.
 */
export async function openItem(
  context: Context,
  item: BatchItem,
  request: BatchRequest,
): Promise<BatchResult> {
  const { id, branch, prompt } = item;
  const { mainRoot, root, dryRun, ...common } = request;
  const wanted = { mainRoot, root, name: branch, branch };
  const directory = item.worktree ?? await plannedWorktree(context, wanted);
  const spawn = { ...common, name: item.window, prompt, directory };
  const plan = await planSpawn(context, spawn, { lenient: dryRun });
  if (dryRun) return { id, action: "planned", worktree: spawn.directory, plan };
  try {
    const tmux = createTmux(context.exec, request.server);
    const [there] = await windowsNamed(tmux, plan.session, item.window);
    if (there !== undefined) {
      return { id, action: "open already", pane: there.pane, windowId: there.windowId };
    }
    const worktree = item.worktree ?? await addWorktree(context, wanted);
    const real = { ...spawn, directory: worktree };
    const realPlan = await planSpawn(context, real);
    const opened = await openPlanned(context, real, realPlan);
    return { id, action: "spawned", ...opened, worktree, command: realPlan.command };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof FabError)) throw error;
    return { id, action: "failed", error: error.message };
  }
}

/**
 * The repository that a directory is in.
 *
 * @throws {FabError} when it is in none.
 */
export async function repositoryOf(
  context: Pick<Context, "files">,
  directory: string,
): Promise<{ readonly root: string; readonly mainRoot: string }> {
  const { place } = await createWorktrees(context.files).locate(directory);
  if (place !== null) return place;
  throw new FabError("failed", `${directory} is not in a git repository; worktrees need one`);
}
