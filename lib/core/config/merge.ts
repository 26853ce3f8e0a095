/**
 * Merging configuration layers, leaf by leaf, and remembering where each leaf came from.
 *
 * @module
 */

import { FabError } from "../errors.ts";

/** A map of a configuration, without a prototype: a key may be called anything. */
export interface Tree {
  [key: string]: unknown;
}

/** More values than any configuration has: an alias that repeats itself over and over. */
const MAX_VALUES = 20_000;
/** Levels of nesting; a map that holds itself by an alias has no end of them. */
const MAX_DEPTH = 40;

export function isTree(value: unknown): value is Tree {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** `null`, `""`, `[]` and `{}` define nothing; `false` and `0` are values. */
export function definesNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isTree(value) && Object.keys(value).length === 0;
}

/**
 * A copy without the entries that define nothing. A map that has lost all its entries stays, so that
 * a map where there must be none is still seen.
 *
 * @throws {FabError} for a tree that is too large or has no end.
 */
export function definedOnly(tree: Tree): Tree {
  let values = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) {
      throw new FabError(
        "failed",
        "too many values or levels; does an alias (*name) repeat a large or endless part?",
      );
    }
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (!isTree(value)) return value;
    const result: Tree = Object.create(null);
    for (const [key, child] of Object.entries(value)) {
      if (!definesNothing(child)) result[key] = copy(child, depth + 1);
    }
    return result;
  };
  return copy(tree, 0) as Tree;
}

/** What the layers come to. */
export interface Merged<L> {
  readonly tree: Tree;
  /** The leaves in order, each with the layer that defined it. */
  readonly leaves: readonly Leaf<L>[];
}

export interface Leaf<L> {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly layer: L;
}

/**
 * Merges layers: maps key by key, anything else as a whole, the first layer that defines a leaf
 * wins. Keys stand in the order in which the last layer, then the one before it, has them.
 *
 * @param layers highest first, trees as {@linkcode definedOnly} leaves them
 */
export function mergeLayers<L extends { readonly tree: Tree }>(layers: readonly L[]): Merged<L> {
  const leaves: Leaf<L>[] = [];
  const merge = (
    found: readonly { readonly value: unknown; readonly layer: L }[],
    path: readonly string[],
  ): unknown => {
    const first = found[0];
    if (first === undefined) return undefined;
    if (!isTree(first.value)) {
      leaves.push({ path, value: first.value, layer: first.layer });
      return first.value;
    }
    const end = found.findIndex(({ value }) => !isTree(value));
    const maps = end < 0 ? found : found.slice(0, end);
    const result: Tree = Object.create(null);
    const keys = new Set(maps.toReversed().flatMap(({ value }) => Object.keys(value as Tree)));
    for (const key of keys) {
      const below = maps.flatMap(({ value, layer }) => {
        const child = Object.hasOwn(value as Tree, key) ? (value as Tree)[key] : undefined;
        return hasLeaf(child) ? [{ value: child, layer }] : [];
      });
      if (below.length > 0) result[key] = merge(below, [...path, key]);
    }
    return result;
  };
  const tree = merge(layers.map((layer) => ({ value: layer.tree, layer })), []);
  return { tree: (tree ?? Object.create(null)) as Tree, leaves };
}

function hasLeaf(value: unknown): boolean {
  return isTree(value) ? Object.values(value).some(hasLeaf) : !definesNothing(value);
}

/** The value at a path, undefined when there is none. */
export function valueAt(tree: unknown, path: readonly string[]): unknown {
  let value = tree;
  for (const part of path) {
    if (!isTree(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}
