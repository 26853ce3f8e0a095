/**
 * Which stage of the pipeline a change is shown at.
 *
 * @module
 */

import { STAGES } from "../stages.ts";

/** What a stage's progress can be. */
export const PROGRESS_STATES = ["pending", "active", "ready", "done", "failed", "skipped"] as const;
export type ProgressState = (typeof PROGRESS_STATES)[number];

/** A stage and how far it is. */
export interface DisplayStage {
  readonly stage: string;
  readonly state: ProgressState;
}

/**
 * The stage that tells most: the first that is active, else the first that failed, else the first
 * that is ready, else the last that is done or skipped, else `intake`, pending. First and last are
 * by the pipeline's order, whatever the order in the file.
 *
 * @param progress stage → state; stages and states that don't exist are passed over
 */
export function displayStage(progress: Readonly<Record<string, unknown>>): DisplayStage {
  const steps = STAGES.map((stage) => ({
    stage,
    state: Object.hasOwn(progress, stage) ? progress[stage] : undefined,
  }));
  for (const wanted of ["active", "failed", "ready"] as const) {
    const step = steps.find(({ state }) => state === wanted);
    if (step !== undefined) return { stage: step.stage, state: wanted };
  }
  for (const { stage, state } of steps.toReversed()) {
    if (state === "done" || state === "skipped") return { stage, state };
  }
  return { stage: STAGES[0], state: "pending" };
}
