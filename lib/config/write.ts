/**
 * Changing one key of a configuration file on disk.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import { definesNothing, isTree, type Tree } from "../core/config/merge.ts";
import { FabError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { removeValue, type Scalar, setValue } from "./edit.ts";
import { layerOfFile, MAX_CONFIG_BYTES } from "./layer.ts";
import { readYamlMap } from "./read_yaml.ts";

/** Milliseconds that another writer of the same file is waited for. */
const LOCK_MS = 5000;

/** What is changed. */
export interface ConfigChange {
  readonly file: string;
  readonly path: readonly string[];
  /** Undefined takes the key away. */
  readonly value: Scalar | undefined;
}

/**
 * Changes one key of a file and nothing else in it, whole or not at all. A file that is not there
 * is made, its folders too. Writers wait for each other, so that none loses what another wrote.
 *
 * @returns whether the file was changed: it is not when the key is not there to be taken away
 * @throws {FabError} for a file that is broken, a result that would not validate, a place that can't
 *   be edited safely; the file is then as it was.
 */
export async function changeConfig(
  context: Pick<Context, "files" | "env">,
  change: ConfigChange,
): Promise<boolean> {
  const { files } = context;
  const { file } = change;
  if (change.value === undefined && await files.lstat(file) === null) return false;
  await files.mkdir(dirname(file));
  const lockPath = join(dirname(file), `.${basename(file)}.lock`);
  const owner = `fab config (process ${context.env.pid})`;
  const lock = await files.lock(lockPath, { timeoutMs: LOCK_MS, owner });
  if (lock === null) {
    const holder = await files.lockHolder(lockPath);
    throw new FabError(
      "failed",
      `${file}: ${holder ?? "another process"} is writing it; try again`,
    );
  }
  try {
    const before = await files.readText(file, { maxBytes: MAX_CONFIG_BYTES }) ?? "";
    const after = await changed(before, change);
    if (after === null || after === before) return false;
    await files.writeAtomic(file, after);
    return true;
  } finally {
    await lock.release();
  }
}

async function changed(before: string, change: ConfigChange): Promise<string | null> {
  const { file, path, value } = change;
  await layerOfFile("project", file, before);
  const bom = before.startsWith("\uFEFF") ? "\uFEFF" : "";
  const text = before.slice(bom.length);
  const result = value === undefined ? removeValue(text, path) : setValue(text, path, value);
  if (result === null) return null;
  const expected = canonical(withChange(await readYamlMap(text), path, value));
  let found: string;
  try {
    found = canonical(await readYamlMap(result));
  } catch {
    found = "";
  }
  if (found !== expected) {
    // An anchor that is used elsewhere, or a layout that a splice can't keep.
    throw new FabError(
      "failed",
      `${file}: ${
        path.join(".")
      } can't be changed alone (is it shared by an alias?); edit it by hand`,
    );
  }
  await layerOfFile("project", file, result);
  return bom + result;
}

/** What the tree is to be afterwards. */
function withChange(tree: Tree, path: readonly string[], value: Scalar | undefined): unknown {
  const copy = (node: unknown, depth: number): unknown => {
    if (depth === path.length) return value;
    const result: Tree = Object.assign(Object.create(null), isTree(node) ? node : {});
    const key = path[depth] ?? "";
    result[key] = copy(result[key], depth + 1);
    return result;
  };
  return copy(tree, 0);
}

/** A text that is the same for trees that define the same. */
function canonical(value: unknown): string {
  const sorted = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(sorted);
    if (!isTree(node)) return node;
    const entries = Object.entries(node)
      .map(([key, child]) => [key, sorted(child)] as const)
      .filter(([, child]) => !definesNothing(child))
      .sort(([a], [b]) => a < b ? -1 : 1);
    return Object.fromEntries(entries);
  };
  return JSON.stringify(sorted(value));
}
