/**
 * The six roles, and which of them works a stage.
 *
 * @module
 */

import { type Stage, STAGES } from "../stages.ts";

/** The slots that a profile is resolved for, in the order in which they are listed. */
export const ROLES = ["default", "operator", "doing", "review", "hydrate", "fast"] as const;
export type Role = (typeof ROLES)[number];

/** Fixed by contract §6.2; no configuration changes it. */
const STAGE_ROLES: Readonly<Record<Stage, Role>> = {
  intake: "default",
  apply: "doing",
  review: "review",
  hydrate: "hydrate",
  ship: "fast",
  "review-pr": "doing",
};

export function isRole(word: string): word is Role {
  return (ROLES as readonly string[]).includes(word);
}

export function isStage(word: string): word is Stage {
  return (STAGES as readonly string[]).includes(word);
}

/** The role that works a stage. */
export function roleOfStage(stage: Stage): Role {
  return STAGE_ROLES[stage];
}

/** What a word on the command line addresses; `stage` is null where the word named a role. */
export interface Selection {
  readonly role: Role;
  readonly stage: Stage | null;
}

/**
 * Reads a selector. Role names are looked up first, so `review` and `hydrate`, which are both, are
 * the roles.
 *
 * @returns null for a word that is neither
 */
export function select(word: string): Selection | null {
  if (isRole(word)) return { role: word, stage: null };
  if (isStage(word)) return { role: roleOfStage(word), stage: word };
  return null;
}
