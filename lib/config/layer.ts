/**
 * One layer of the configuration: read, checked, in today's spelling.
 *
 * @module
 */

import { levenshteinDistance } from "@std/text/levenshtein-distance";
import { modernize } from "../core/config/aliases.ts";
import { childrenOf, findKey, formatKey } from "../core/config/keys.ts";
import { definedOnly, isTree, type Tree } from "../core/config/merge.ts";
import { checkShape, type ShapeProblem } from "../core/config/schema.ts";
import { FabError } from "../core/errors.ts";
import { isStage, roleOfStage, ROLES } from "../core/agent/roles.ts";
import { STAGES } from "../core/stages.ts";
import { locate, type Place } from "./locate.ts";
import { readYaml, readYamlMap, YamlProblem } from "./read_yaml.ts";

export type LayerKind = "environment" | "system" | "project" | "built-in";

/** What one file or variable defines. */
export interface Layer {
  readonly kind: LayerKind;
  /** The file's path or the variable's name; `built in`. */
  readonly source: string;
  /** Without what defines nothing, in today's spelling. */
  readonly tree: Tree;
}

/** A layer, and what is odd about it but no reason to refuse it. */
export interface ReadLayer {
  readonly layer: Layer;
  readonly warnings: readonly string[];
}

/** Bytes that a configuration may have; more is no configuration. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Reads the text of a file.
 *
 * @throws {FabError} naming file, line, column, key, what was found, what is expected.
 */
export async function layerOfFile(
  kind: LayerKind,
  file: string,
  text: string,
): Promise<ReadLayer> {
  const tree = await naming(file, async () => definedOnly(await readYamlMap(text)));
  const problem = checkShape(tree)[0] ?? leadingZero(tree, text);
  if (problem !== undefined) throw await shapeError(problem, file, text);
  return {
    layer: { kind, source: file, tree: modernize(tree) },
    warnings: await misspelt(tree, file, text),
  };
}

/**
 * Reads a variable that stands for one key.
 *
 * @throws {FabError} as {@linkcode layerOfFile}, naming the variable.
 */
export async function layerOfVariable(
  name: string,
  path: readonly string[],
  text: string,
): Promise<ReadLayer> {
  const tree = await naming(name, async () => {
    const value = await readYaml(text);
    return definedOnly(
      path.toReversed().reduce<Tree>((child, part) => ({ [part]: child }), value as Tree),
    );
  });
  const problem = checkShape(tree)[0];
  if (problem !== undefined) {
    const key = problem.path.length === path.length ? "" : `${formatKey(problem.path)}: `;
    throw new FabError("failed", `${name}: ${key}${expectation(problem, null)}`);
  }
  return {
    layer: { kind: "environment", source: name, tree: modernize(tree) },
    warnings: [],
  };
}

async function naming(source: string, read: () => Promise<Tree>): Promise<Tree> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof YamlProblem) {
      throw new FabError("failed", `${at(source, error.at)}: ${error.message}`, { cause: error });
    }
    if (error instanceof FabError) {
      throw new FabError("failed", `${source}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function at(source: string, place: Place | null): string {
  return place === null ? source : `${source}:${place.line}:${place.column}`;
}

async function shapeError(problem: ShapeProblem, file: string, text: string): Promise<FabError> {
  const places = await locate(text);
  const where = at(file, places.at(problem.path));
  const key = problem.path.length === 0 ? "" : `${formatKey(problem.path)}: `;
  const message = expectation(problem, places.source(problem.path));
  return new FabError("failed", `${where}: ${key}${message}`);
}

/** `expected text, found the number 4.10; put it in quotes: "4.10"`. */
function expectation(problem: ShapeProblem, source: string | null): string {
  const { value, expected } = problem;
  const type = findKey(problem.path)?.type;
  const said = `expected ${expected}, found ${describe(value, source)}`;
  if (type === undefined || (type.kind !== "text" && type.kind !== "command")) return said;
  if (isTree(value)) return `${said}; put all of the value in quotes`;
  if (Array.isArray(value)) return `${said}; write it as one line of text`;
  return `${said}; put it in quotes: ${JSON.stringify(source ?? plain(value))}`;
}

function describe(value: unknown, source: string | null): string {
  if (isTree(value)) return "a map";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return JSON.stringify(shorten(value));
  const written = shorten(source ?? plain(value));
  if (value instanceof Date) return `the date ${written}`;
  if (typeof value === "number") return `the number ${written}`;
  return typeof value === "boolean" ? written : "something else";
}

function plain(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** `column_width: 010` is 8 to YAML, which nobody means. */
function leadingZero(tree: Tree, text: string): ShapeProblem | undefined {
  const key = ["dispatch", "column_width"];
  const width = isTree(tree.dispatch) ? tree.dispatch.column_width : undefined;
  if (width === undefined || !/column_width["']?\s*:\s*[-+]?0[0-9_]/.test(text)) return undefined;
  return { path: key, value: width, expected: "a whole number without a leading zero" };
}

/** Warnings about keys that are not known: roles that there are none of, and what looks like a key. */
async function misspelt(tree: Tree, file: string, text: string): Promise<readonly string[]> {
  const found: { path: readonly string[]; hint: string }[] = [];
  const search = (value: unknown, path: readonly string[]) => {
    const patterns = childrenOf(path);
    if (!isTree(value) || patterns.length === 0) return;
    const known = patterns.flatMap((pattern) => pattern === "<role>" ? ROLES : [pattern]);
    for (const [key, child] of Object.entries(value)) {
      if (known.includes(key) || known.includes("<name>")) search(child, [...path, key]);
      else {
        const here = [...path, key];
        const hint = hintFor(here, { known, roles: patterns.includes("<role>") });
        if (hint !== null) found.push({ path: here, hint });
      }
    }
  };
  search(tree, []);
  if (found.length === 0) return [];
  const places = await locate(text);
  return found.map(({ path, hint }) =>
    `${at(file, places.key(path))}: unknown key ${formatKey(path)} is ignored; ${hint}`
  );
}

/** What may have been meant; null where it may be anything: unknown keys are no fault as such. */
function hintFor(
  path: readonly string[],
  { known, roles }: { readonly known: readonly string[]; readonly roles: boolean },
): string | null {
  const key = path.at(-1) ?? "";
  const instead = (name: string) => formatKey([...path.slice(0, -1), name]);
  const meant = nearest(key, known);
  if (meant !== null) return `did you mean ${instead(meant)}?`;
  if (!roles) return null;
  if (isStage(key)) {
    return `${key} is a stage, worked by a role: set ${instead(roleOfStage(key))}`;
  }
  const stage = nearest(key, STAGES);
  if (stage !== null && isStage(stage)) {
    return `did you mean ${instead(roleOfStage(stage))}, the role of stage ${stage}?`;
  }
  return `the roles are ${ROLES.join(", ")}`;
}

function nearest(key: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = key.length < 6 ? 1 : 2;
  for (const candidate of known) {
    const distance = levenshteinDistance(key.toLowerCase().replaceAll("-", "_"), candidate);
    if (distance > least) continue;
    best = candidate;
    least = distance - 1;
  }
  return best;
}
