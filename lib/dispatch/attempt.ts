/**
 * A stage of a change, and where its files are.
 *
 * @module
 */

import { join } from "@std/path";
import {
  attemptLabel,
  DISPATCH_DIR,
  type StageFileNames,
  stageFileNames,
} from "../core/dispatch/names.ts";

/** Where one stage's worker of one change is recorded. There may be nothing yet. */
export interface Attempt {
  /** The repository's root, where workers run. */
  readonly root: string;
  /** The change's 4-character id. */
  readonly id: string;
  readonly stage: string;
  /** `<id>/<stage>`, for answers and errors. */
  readonly label: string;
  /** The change's state directory. */
  readonly directory: string;
  /** Absolute paths of the stage's files. */
  readonly paths: StageFileNames;
}

/** The attempt of a stage. Touches nothing. */
export function attemptAt(root: string, id: string, stage: string): Attempt {
  const directory = join(root, DISPATCH_DIR, id);
  const names = stageFileNames(stage);
  const paths = Object.fromEntries(
    Object.entries(names).map(([kind, name]) => [kind, join(directory, name)]),
  ) as unknown as StageFileNames;
  return { root, id, stage, label: attemptLabel(id, stage), directory, paths };
}
