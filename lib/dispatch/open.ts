/**
 * `fab dispatch open`: a worker in a pane. It is opened with its agent alone; the prompt is handed
 * over by `deliver`, when the agent takes input.
 *
 * @module
 */

import { requireCommand } from "../agent/compose.ts";
import type { SplitPlacement } from "../core/dispatch/placement.ts";
import { workerName } from "../core/dispatch/names.ts";
import { FabError, TmuxError } from "../core/errors.ts";
import { type OpenedPane, openPane } from "../pane/open.ts";
import type { Context } from "../ports.ts";
import { createTmux, escapeFormat } from "../tmux/tmux.ts";
import type { Attempt } from "./attempt.ts";
import { launchAttempt, readPrompt } from "./worker/launch.ts";
import { findPlacement } from "./worker/placement.ts";
import { planStage, type StagePlan } from "./plan.ts";
import { recordTime } from "./store/records.ts";

/**
 * Opens a worker's pane with the prompt on standard input kept for `deliver`. Whatever
 * `dispatch.mode` says: a pane or an error.
 *
 * @param options.server the label that was given; null for the server of the surroundings
 * @returns the line that says what was done
 */
export async function openWorker(
  context: Context,
  attempt: Attempt,
  options: { readonly server: string | null },
): Promise<string> {
  const plan = await planStage(context, attempt);
  requireCommand(plan.interactive);
  await requireServer(context, options.server);
  const prompt = await readPrompt(context);
  return await launchPane(context, plan, { prompt, server: options.server });
}

/** Opens a pane and records it. `prompt` null: the persisted one. */
export async function launchPane(
  context: Context,
  plan: StagePlan,
  worker: { readonly prompt: string | null; readonly server: string | null },
): Promise<string> {
  const { attempt } = plan;
  const { server } = worker;
  const { command } = requireCommand(plan.interactive);
  const window = workerName(attempt.id, attempt.stage);
  let where = "";
  await launchAttempt(context, {
    attempt,
    prompt: worker.prompt,
    async start(record) {
      const startedAt = recordTime(context.clock.now());
      const opened = await openSomewhere(context, plan, { command, server, window });
      where = `pane ${opened.pane}, ${opened.split ? "split, title" : "window"} ${window}`;
      try {
        const own = await readPane(context, { server, pane: opened.pane });
        await record({
          mode: "pane",
          spawnCmd: command,
          startedAt,
          pane: opened.pane,
          window,
          server,
          ...own,
          delivered: false,
        });
      } catch (error) {
        // Without a record nothing would lead to the pane again.
        const tmux = createTmux(context.exec, server);
        await tmux.attempt([["kill-pane", "-t", opened.pane]]).catch(() => {});
        throw error;
      }
    },
  });
  return `opened ${attempt.label} (${where}${server === null ? "" : `, server ${server}`})`;
}

/**
 * Opens the pane at the place that fits best. A place that tmux refuses is a warning, and the next
 * best is taken: the worker matters, its place does not. The last one's refusal is the error.
 */
async function openSomewhere(
  context: Context,
  plan: StagePlan,
  worker: { readonly command: string; readonly server: string | null; readonly window: string },
): Promise<OpenedPane & { readonly split: boolean }> {
  const { root } = plan.attempt;
  const { command, server, window } = worker;
  const common = { command, without: plan.interactive.without, server, directory: root };
  const best = await findPlacement(context, { root, server, columnWidth: plan.columnWidth });
  for (const place of best === null ? [] : placesFrom(best)) {
    try {
      const { target, direction, sizePercent } = place;
      const split = { direction, sizePercent };
      const opened = await openPane(context, { ...common, placement: "split", target, split });
      await setTitle(context, { server, pane: opened.pane, title: window });
      return { ...opened, split: true };
    } catch (error) {
      if (!(error instanceof TmuxError) || error.reason !== "refused") throw error;
      await context.out.warn(`${error.message}; trying another place for ${plan.attempt.label}`);
    }
  }
  const opened = await openPane(context, { ...common, placement: "window", name: window });
  return { ...opened, split: false };
}

/**
 * The places to try in order, before a window: as decided, and a new column without its size. A
 * column that has no room left is not followed by another one at the dispatcher's cost.
 */
function placesFrom(best: SplitPlacement): readonly SplitPlacement[] {
  return best.sizePercent === null ? [best] : [best, { ...best, sizePercent: null }];
}

async function setTitle(
  context: Context,
  options: { readonly server: string | null; readonly pane: string; readonly title: string },
): Promise<void> {
  const { server, pane, title } = options;
  try {
    await createTmux(context.exec, server).call([
      ["select-pane", "-t", pane, "-T", escapeFormat(title)],
    ], { pane });
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    await context.out.warn(`pane ${pane} has no title: ${error.message}`);
  }
}

/** The pane's first process and its server's socket; null, with a warning, when tmux does not say. */
async function readPane(
  context: Context,
  options: { readonly server: string | null; readonly pane: string },
): Promise<{ readonly panePid: number | null; readonly socket: string | null }> {
  const { server, pane } = options;
  try {
    const tmux = createTmux(context.exec, server);
    const { fields } = await tmux.pane(pane, ["pane_pid", "socket_path"]);
    return { panePid: Number(fields.pane_pid) || null, socket: fields.socket_path || null };
  } catch (error) {
    if (!(error instanceof TmuxError)) throw error;
    await context.out.warn(`pane ${pane} is recorded without its process: ${error.message}`);
    return { panePid: null, socket: null };
  }
}

/** Refuses before the prompt is read where there is no server to open a pane on. */
async function requireServer(context: Context, server: string | null): Promise<void> {
  await createTmux(context.exec, server).call([["list-sessions", "-F", "#{session_id}"]]);
}
