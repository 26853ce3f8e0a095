/**
 * `fab dispatch start`: a headless worker.
 *
 * @module
 */

import { withoutVariables } from "../core/agent/inherited.ts";
import type { Context } from "../ports.ts";
import { launchAttempt, readPrompt } from "./worker/launch.ts";
import { landStage, planStage, requireHeadless, type StagePlan } from "./plan.ts";
import { recordTime } from "./store/records.ts";
import type { Attempt } from "./attempt.ts";
import { launchWorker, requirePosix } from "./worker/process.ts";

/**
 * Starts a headless worker with the prompt on standard input, when that is where the stage lands.
 * A refusal comes before the prompt is read and writes nothing.
 *
 * @param options.timeout seconds after which the worker is ended; null: none
 * @returns the line that says what was done
 */
export async function startWorker(
  context: Context,
  attempt: Attempt,
  options: { readonly timeout: number | null },
): Promise<string> {
  requirePosix(context);
  const plan = await planStage(context, attempt);
  const landing = await landStage(context, plan, { preferred: plan.preferred, server: null });
  const command = requireHeadless(plan, landing);
  const prompt = await readPrompt(context);
  await warnDescent(context, plan);
  return await launchHeadless(context, attempt, {
    command,
    without: plan.headless.without,
    prompt,
    timeout: options.timeout,
  });
}

/** Launches a detached process and records it. `prompt` null: the persisted one. */
export async function launchHeadless(
  context: Context,
  attempt: Attempt,
  worker: {
    readonly command: string;
    /** Variables that it starts without. */
    readonly without: readonly string[];
    readonly prompt: string | null;
    readonly timeout: number | null;
  },
): Promise<string> {
  const { command, timeout } = worker;
  const unset = worker.without.filter((name) => context.env.get(name) !== undefined);
  let started = 0;
  await launchAttempt(context, {
    attempt,
    prompt: worker.prompt,
    start: (record) =>
      launchWorker(context, attempt, {
        command: withoutVariables(command, unset),
        timeout,
        recorded: async (pid) => {
          started = pid;
          const startedAt = recordTime(context.clock.now());
          await record({ mode: "headless", spawnCmd: command, startedAt, pid, pgid: pid, timeout });
        },
      }),
  });
  return `started ${attempt.label} (headless, pid ${started})`;
}

/** Someone who asked for panes and gets none is told why. */
export async function warnDescent(context: Context, plan: StagePlan): Promise<void> {
  if (plan.preferred !== "pane") return;
  const why = plan.interactive.command === null
    ? `provider "${plan.interactive.provider}" has no interactive_command`
    : "there is no tmux server";
  await context.out.warn(`${plan.attempt.label} runs headless, not in a pane: ${why}`);
}
