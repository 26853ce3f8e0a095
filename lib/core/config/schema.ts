/**
 * The configuration's shape as a zod schema, built from the table of known keys.
 *
 * @module
 */

import * as z from "zod/mini";
import { childrenOf, describeType, findKey, type LeafType } from "./keys.ts";
import { type Tree, valueAt } from "./merge.ts";
import { ROLES } from "../agent/roles.ts";

/** A value that is not what its key wants. */
export interface ShapeProblem {
  readonly path: readonly string[];
  readonly value: unknown;
  /** What the key wants. */
  readonly expected: string;
}

/**
 * Checks a layer. Keys that are not known are fine, and so is a key that is missing.
 *
 * @param tree as `definedOnly` leaves it
 */
export function checkShape(tree: Tree): readonly ShapeProblem[] {
  const result = schema().safeParse(tree);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const path = issue.path.map(String);
    const leaf = findKey(path);
    const expected = leaf === undefined ? mapOf(path) : describeType(leaf.type);
    return { path, value: valueAt(tree, path), expected };
  });
}

function mapOf(path: readonly string[]): string {
  const names = childrenOf(path).flatMap((name) => name === "<role>" ? ROLES : [name]);
  return `a map of ${names.join(", ")}`;
}

let built: z.ZodMiniType | undefined;

/** Built once, when it is first needed: every command that reads a file would pay for it else. */
function schema(): z.ZodMiniType {
  return built ??= node([]);
}

function node(path: readonly string[]): z.ZodMiniType {
  const leaf = findKey(path);
  if (leaf !== undefined) return z.optional(leafType(leaf.type));
  const children = childrenOf(path);
  if (children.includes("<name>")) {
    return z.optional(z.record(z.string(), node([...path, "any"])));
  }
  const names = children.flatMap((name) => name === "<role>" ? ROLES : [name]);
  return z.optional(
    z.looseObject(Object.fromEntries(names.map((name) => [name, node([...path, name])]))),
  );
}

function leafType(type: LeafType): z.ZodMiniType {
  switch (type.kind) {
    case "text":
    case "command":
      return z.string();
    case "boolean":
      return z.boolean();
    case "integer":
      return z.int().check(z.gte(type.min), z.lte(type.max));
    case "choice":
      return z.enum(type.choices as [string, ...string[]]);
  }
}
