/**
 * What lines of a fuzz run are made of.
 *
 * @module
 */

import type { Random } from "./random.ts";
import type { Values } from "./values.ts";
import type { Around, Done, World } from "./world.ts";

/** A line to run. */
export interface Try {
  readonly argv: readonly string[];
  readonly around?: Around;
  /** Called when it ended with 0. */
  readonly holds?: (done: Done) => void | Promise<void>;
}

/** What lines are made from. */
export interface Making {
  readonly world: World;
  readonly random: Random;
  readonly values: Values;
}

/** Makes one line; those that take long have a small weight. */
export type Maker = (making: Making) => Try | Promise<Try>;

/** The stages of a pipeline. */
export const STAGES = ["intake", "apply", "review", "hydrate", "ship", "review-pr"];

/** A pane's id, or something that is none. */
export function anyPane({ world, random, values }: Making): string {
  const { sim, shell, deaf } = world;
  return random.oneIn(3) ? values.text() : random.pick([sim.pane, shell, deaf, "%99", "%0"]);
}

/** The flag for this server, or now and then for another. */
export const onServer = ({ world, random, values }: Making) =>
  random.oneIn(8) ? `--server=${values.text()}` : `--server=${world.server.label}`;

/** What a line printed, as JSON. */
export function json(done: Done): unknown {
  try {
    return JSON.parse(done.stdout);
  } catch {
    throw new Error(`no JSON document: ${done.stdout}`);
  }
}
