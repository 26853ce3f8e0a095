/**
 * A random line of each verb, and what must hold when it worked.
 *
 * @module
 */

import type { Making, Try } from "./making.ts";
import { QUICK } from "./quick.ts";
import { SLOW } from "./slow.ts";

/** The names of all sorts of lines. */
export const SORTS = [...Object.keys(QUICK), ...Object.keys(SLOW)];

/** Makes a line of a random sort; one in `slowness` is of those that take long. */
export async function makeTry(
  making: Making,
  slowness: number,
): Promise<Try & { readonly sort: string }> {
  const makers = making.random.oneIn(slowness) ? SLOW : QUICK;
  const sort = making.random.pick(Object.keys(makers));
  return { sort, ...await makers[sort]!(making) };
}
