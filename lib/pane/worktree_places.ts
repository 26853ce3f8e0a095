/**
 * Where a pane's directory is in the world of repositories and changes.
 *
 * @module
 */

import type { Place } from "../core/map/worktree_place.ts";
import { worktreeLabel } from "../core/map/worktree_label.ts";
import { readActiveChange, type WorktreeChange } from "../git/changes.ts";
import { createWorktrees } from "../git/worktrees.ts";
import type { Files } from "../ports.ts";

/** Looks directories up; each, and each worktree's change, is read once in its life. */
export interface Places {
  /** Never throws for what is on the disk. */
  of(cwd: string): Promise<Place>;
}

/** Makes a {@linkcode Places} with an empty memory; make one for each look at the panes. */
export function createPlaces(files: Files): Places {
  const worktrees = createWorktrees(files);
  const changes = new Map<string, Promise<WorktreeChange>>();
  const places = new Map<string, Promise<Place>>();

  function changeOf(root: string): Promise<WorktreeChange> {
    let change = changes.get(root);
    if (change === undefined) {
      change = readActiveChange(files, root);
      changes.set(root, change);
    }
    return change;
  }

  async function look(cwd: string): Promise<Place> {
    const { dir, place } = await worktrees.locate(cwd);
    const change = place === null ? null : await changeOf(place.root);
    const status = change?.status ?? null;
    return {
      worktree: dir === "" ? null : worktreeLabel(dir, place),
      repo: place?.mainRoot ?? null,
      isFab: change?.isFab ?? false,
      change: change?.folder ?? null,
      stage: status?.stage.stage ?? null,
      displayState: status?.stage.state ?? null,
      prUrl: status?.prUrl ?? null,
      prNumber: status?.prNumber ?? null,
    };
  }

  return {
    of(cwd) {
      let place = places.get(cwd);
      if (place === undefined) {
        place = look(cwd);
        places.set(cwd, place);
      }
      return place;
    },
  };
}
