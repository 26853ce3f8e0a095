/**
 * What is new in a list that is written anew each time, and loses its oldest when it is full.
 *
 * @module
 */

import { hash32 } from "../mark/hash.ts";

/** How many of the last entries are known again. */
const TAIL = 4;

/** Where a list stood. */
export interface ListPosition {
  readonly count: number;
  /** Of the last entries, the last one last. */
  readonly tail: readonly number[];
}

const hashOf = (entry: unknown) => hash32(JSON.stringify(entry) ?? "");

/** Where a list stands. */
export function listPosition(list: readonly unknown[]): ListPosition {
  return { count: list.length, tail: list.slice(-TAIL).map(hashOf) };
}

/** What came since; null where that can't be told. */
export function newEntries(
  list: readonly unknown[],
  { count, tail }: ListPosition,
): readonly unknown[] | null {
  const fits = (added: number) => {
    const old = list.slice(0, list.length - added).slice(-tail.length || list.length);
    const full = old.length === tail.length && old.every((entry, at) => hashOf(entry) === tail[at]);
    return added <= list.length && (tail.length === 0 ? added === list.length : full);
  };
  if (list.length >= count && fits(list.length - count)) return list.slice(count);
  for (let added = 1; added < list.length; added++) {
    if (fits(added)) return list.slice(list.length - added);
  }
  return null;
}
