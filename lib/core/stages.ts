/**
 * The steps of the pipeline, in their order.
 *
 * @module
 */

export const STAGES = ["intake", "apply", "review", "hydrate", "ship", "review-pr"] as const;

export type Stage = (typeof STAGES)[number];
