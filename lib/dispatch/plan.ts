/**
 * What a stage's worker would be: its provider's commands, and where `dispatch.mode` lands.
 *
 * @module
 */

import { type AgentResolution, requireCommand, resolveIn } from "../agent/compose.ts";
import { loadConfig } from "../config/load.ts";
import {
  chooseLanding,
  describeSkipped,
  type DispatchMode,
  type Landing,
} from "../core/dispatch/landing.ts";
import { FabError, TmuxError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import type { Attempt } from "./attempt.ts";

/** How a stage resolves in the configuration. */
export interface StagePlan {
  readonly attempt: Attempt;
  /** `dispatch.mode`. */
  readonly preferred: DispatchMode;
  /** `dispatch.column_width`, percent. */
  readonly columnWidth: number;
  readonly interactive: AgentResolution;
  readonly headless: AgentResolution;
}

/**
 * Resolves a stage.
 *
 * @throws {FabError} for a broken project configuration or an unknown provider.
 */
export async function planStage(context: Context, attempt: Attempt): Promise<StagePlan> {
  const { config } = await loadConfig(context, { repo: attempt.root });
  return {
    attempt,
    preferred: config.dispatch.mode,
    columnWidth: config.dispatch.column_width,
    interactive: resolveIn(config, { selector: attempt.stage }),
    headless: resolveIn(config, { selector: attempt.stage, headless: true }),
  };
}

/**
 * Where the worker lands, beginning at `preferred`. tmux is asked only when a pane is in question.
 *
 * @param options.server the label that was given, null for the server of the surroundings
 */
export async function landStage(
  context: Context,
  plan: StagePlan,
  options: { readonly preferred: DispatchMode; readonly server: string | null },
): Promise<Landing> {
  const interactive = plan.interactive.command !== null;
  const asksTmux = options.preferred === "pane" && interactive;
  return chooseLanding(options.preferred, {
    interactive,
    native: plan.headless.native,
    headless: plan.headless.command !== null,
    tmux: asksTmux && await hasServer(context, options.server),
  });
}

/**
 * The command line of a headless worker, when that is where the stage lands.
 *
 * @throws {FabError} that names what to do instead.
 */
export function requireHeadless(plan: StagePlan, landing: Landing): string {
  if (landing.mode === "headless") return requireCommand(plan.headless).command;
  throw landing.mode === null ? nowhere(plan, landing) : refusal(plan, landing.mode);
}

/** Why a stage is not launched here: it belongs into a pane, or to the calling harness. */
export function refusal(plan: StagePlan, mode: "pane" | "native"): FabError {
  const { id, stage, label } = plan.attempt;
  const { provider } = plan.headless;
  return new FabError(
    "failed",
    mode === "pane"
      ? `${label} lands in a pane (dispatch.mode is ${plan.preferred}); ` +
        `use 'fab dispatch open ${id} ${stage}' with the same prompt`
      : `${label} lands on native dispatch: the calling harness runs provider "${provider}" ` +
        "itself; hand the prompt to its own sub-agent, or set dispatch.mode to headless",
  );
}

/** No rung is possible. */
export function nowhere(plan: StagePlan, landing: Landing): FabError {
  const { provider } = plan.headless;
  return new FabError(
    "failed",
    `provider "${provider}" has nothing to run ${plan.attempt.label} with ` +
      `(${describeSkipped(landing.skipped)}); set ${plan.headless.commandKey}`,
  );
}

/** Whether a tmux server with a session is there. One that does not answer in time is none. */
async function hasServer(context: Context, server: string | null): Promise<boolean> {
  try {
    const { code, stdout } = await createTmux(context.exec, server).attempt([
      ["list-sessions", "-F", "#{session_id}"],
    ]);
    return code === 0 && stdout !== "";
  } catch (error) {
    if (error instanceof TmuxError) return false;
    throw error;
  }
}
