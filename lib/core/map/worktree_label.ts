/**
 * How a pane's worktree is called in tables.
 *
 * @module
 */

/** The label of a repository's main worktree. */
export const MAIN_WORKTREE_LABEL = "(main)";

/** A directory's place in git. */
export interface GitPlace {
  /** Absolute root of the worktree that the directory is in. */
  readonly root: string;
  /** Absolute root of the repository's main worktree; of the repository itself when it is bare. */
  readonly mainRoot: string;
}

/**
 * The label of a worktree: `(main)`, or the path from the directory that holds the main worktree,
 * so that worktrees beside it read short; for a directory outside git its own name.
 *
 * @param cwd absolute; empty when it isn't known, which gives an empty label
 */
export function worktreeLabel(cwd: string, place: GitPlace | null): string {
  if (place === null) {
    const name = cwd.split("/").filter((part) => part !== "").at(-1);
    return name === undefined ? cwd : `${name}/`;
  }
  if (place.root === place.mainRoot) return MAIN_WORKTREE_LABEL;
  const from = parts(place.mainRoot).slice(0, -1);
  const to = parts(place.root);
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared), ""].join("/");
}

function parts(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
