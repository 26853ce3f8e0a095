/**
 * `fab dispatch restart`: runs a stage again with the prompt that it was given.
 *
 * @module
 */

import { requireCommand } from "../agent/compose.ts";
import { UsageError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import type { Attempt } from "./attempt.ts";
import { observe } from "./observe.ts";
import { launchPane } from "./open.ts";
import { landStage, nowhere, planStage, refusal, requireHeadless } from "./plan.ts";
import { hasPrompt, loadRecord } from "./store/records.ts";
import { alreadyRunning, noPrompt } from "./refusals.ts";
import { describeWorker } from "./report.ts";
import { launchHeadless, warnDescent } from "./start.ts";
import { requirePosix } from "./worker/process.ts";

/** What the command line may ask for. */
export interface RestartOptions {
  /** Insisted on; null leaves it to the last attempt and what is possible. */
  readonly mode: "pane" | "headless" | null;
  /** Seconds; null: the last headless attempt's. */
  readonly timeout: number | null;
  /** Null: the last attempt's. */
  readonly server: string | null;
}

/**
 * Checks that the wishes agree, and reads what they imply: a time limit is for a headless worker, a
 * server for a pane.
 *
 * @throws {UsageError} when they don't.
 */
export function readWishes(
  given: {
    readonly pane: boolean;
    readonly headless: boolean;
    readonly timeout: number | null;
    readonly server: string | null;
  },
): RestartOptions {
  const { timeout, server } = given;
  const pane = given.pane ? "--pane" : server !== null ? "--server" : null;
  const headless = given.headless ? "--headless" : timeout !== null ? "--timeout" : null;
  if (pane !== null && headless !== null) {
    throw new UsageError(`${pane} is for a worker in a pane, ${headless} for a headless one`);
  }
  return {
    mode: pane !== null ? "pane" : headless !== null ? "headless" : null,
    timeout,
    server,
  };
}

/**
 * Launches again. Without wishes it begins at the last attempt's mode, or at `dispatch.mode` when
 * there is no record, and descends as `start` does. A pane is opened only: its prompt is still to
 * be delivered.
 *
 * @returns the line that says what was done
 * @throws {FabError} when the worker runs, or there is no prompt; nothing was changed then.
 */
export async function restartWorker(
  context: Context,
  attempt: Attempt,
  options: RestartOptions,
): Promise<string> {
  const prior = await loadRecord(context.files, attempt);
  if (prior !== null) {
    const { state } = await observe(context, attempt, prior);
    if (state === "running") throw alreadyRunning(attempt, describeWorker(prior));
  }
  if (!await hasPrompt(context.files, attempt)) throw noPrompt(attempt);
  const plan = await planStage(context, attempt);
  const timeout = options.timeout ?? (prior?.mode === "headless" ? prior.timeout : null);
  const server = options.server ?? (prior?.mode === "pane" ? prior.server : null);
  const headless = (command: string) => {
    requirePosix(context);
    return launchHeadless(context, attempt, {
      command,
      without: plan.headless.without,
      prompt: null,
      timeout,
    });
  };
  const pane = async () => {
    const line = await launchPane(context, plan, { prompt: null, server });
    const { id, stage } = attempt;
    await context.out.warn(
      `the prompt is not delivered yet: 'fab dispatch ready ${id} ${stage}', then ` +
        `'fab dispatch deliver ${id} ${stage}'`,
    );
    return line;
  };
  if (options.mode === "pane") return await pane();
  if (options.mode === "headless") return await headless(requireCommand(plan.headless).command);

  const preferred = prior?.mode ?? plan.preferred;
  const landing = await landStage(context, plan, { preferred, server });
  if (landing.mode === "pane") return await pane();
  if (landing.mode === null) throw nowhere(plan, landing);
  if (landing.mode === "native") throw refusal(plan, "native");
  await warnDescent(context, { ...plan, preferred });
  return await headless(requireHeadless(plan, landing));
}
