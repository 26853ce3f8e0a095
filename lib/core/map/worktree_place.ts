/**
 * What is known of a pane's directory.
 *
 * @module
 */

/** What is known of a directory; null is unknown, or that there is none. */
export interface Place {
  /** `(main)`, a relative path or a name, as `worktreeLabel` has it; null without a directory. */
  readonly worktree: string | null;
  /** Absolute root of the main worktree. */
  readonly repo: string | null;
  /** Whether the worktree has a `fab/` directory. */
  readonly isFab: boolean;
  /** The active change's folder name. */
  readonly change: string | null;
  readonly stage: string | null;
  readonly displayState: string | null;
  readonly prUrl: string | null;
  readonly prNumber: number | null;
}

/** Shown for a worktree of fab's in which no change is active. */
export const NO_CHANGE_LABEL = "(no change)";

/** A place's change as people see it; null where there can be none. */
export function changeLabel(place: Pick<Place, "change" | "isFab">): string | null {
  return place.change ?? (place.isFab ? NO_CHANGE_LABEL : null);
}
