/**
 * The configuration as a command sees it: all layers read and merged.
 *
 * @module
 */

import { KEYS } from "../core/config/keys.ts";
import type { Config } from "../core/config/types.ts";
import { type Leaf, type Merged, mergeLayers, type Tree } from "../core/config/merge.ts";
import { FabError } from "../core/errors.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import type { Context } from "../ports.ts";
import type { Layer } from "./layer.ts";
import { findProjectConfig, startDirectory, systemConfigPath } from "./paths.ts";
import { configVariables, mayHaveVariables } from "./variables.ts";

/** What configuration needs of a context. */
export type ConfigContext = Pick<Context, "env" | "files" | "out">;

export interface LoadedConfig {
  readonly config: Config;
  /** Every leaf with the layer that defined it, in the order of the reference. */
  readonly leaves: readonly Leaf<Layer>[];
  /** The project's file, null when there is none. */
  readonly projectFile: string | null;
}

const BUILT_IN_LAYER: Layer = {
  kind: "built-in",
  source: "built in",
  tree: BUILT_IN as unknown as Tree,
};

/**
 * Loads the layers (contract §6.2). A system file or a variable that is broken is warned about and
 * left out. Nothing is parsed, and no parser loaded, where there is no file and no variable.
 *
 * @param options.repo directory to look for the project's file from; default: the working directory
 * @throws {FabError} for a project file that is broken, with file, line and column.
 */
export async function loadConfig(
  context: ConfigContext,
  options: { readonly repo?: string | undefined } = {},
): Promise<LoadedConfig> {
  const { env, files, out } = context;
  const projectFile = await findProjectConfig(context, await startDirectory(context, options.repo));
  const systemFile = systemConfigPath(context);
  const project = projectFile === null ? null : await readFileLayer("project", projectFile);
  let system: Layer | null = null;
  if (systemFile !== null && await files.lstat(systemFile) !== null) {
    system = await orWarn(() => readFileLayer("system", systemFile));
  }
  const fileLayers = [system, project].filter((layer) => layer !== null);
  const layers = [...await readVariables(fileLayers), ...fileLayers, BUILT_IN_LAYER];
  const merged: Merged<Layer> = mergeLayers(layers);
  return { config: merged.tree as unknown as Config, leaves: merged.leaves, projectFile };

  async function readFileLayer(kind: "system" | "project", path: string): Promise<Layer | null> {
    const { layerOfFile, MAX_CONFIG_BYTES } = await import("./layer.ts");
    const text = await readText(path, MAX_CONFIG_BYTES);
    if (text === null) return null;
    const { layer, warnings } = await layerOfFile(kind, path, text);
    for (const warning of warnings) await out.warn(warning);
    return kind === "system" ? { ...layer, tree: machineWide(layer.tree) } : layer;
  }

  async function readText(path: string, maxBytes: number): Promise<string | null> {
    const stat = await files.stat(path);
    if (stat?.kind === "directory") {
      throw new FabError("failed", `${path}: a directory; expected a YAML file`);
    }
    if (stat?.kind === "other") {
      throw new FabError("failed", `${path}: not a regular file; expected a YAML file`);
    }
    if (stat !== null && stat.size > maxBytes) {
      throw new FabError("failed", `${path}: larger than ${maxBytes} bytes; is it the right file?`);
    }
    try {
      return await files.readText(path, { maxBytes });
    } catch (error) {
      if (error instanceof FabError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new FabError("failed", `${path}: can't be read: ${why}`, { cause: error });
    }
  }

  async function readVariables(below: readonly Layer[]): Promise<readonly Layer[]> {
    const all = env.all();
    if (!mayHaveVariables(all)) return [];
    const names = mergeLayers([...below, BUILT_IN_LAYER]).tree.providers as Tree;
    const layers: Layer[] = [];
    for (const { name, path, text } of configVariables(all, Object.keys(names))) {
      const layer = await orWarn(async () => {
        const { layerOfVariable } = await import("./layer.ts");
        return (await layerOfVariable(name, path, text)).layer;
      });
      if (layer !== null) layers.push(layer);
    }
    return layers;
  }

  async function orWarn(read: () => Promise<Layer | null>): Promise<Layer | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof FabError)) throw error;
      await out.warn(`${error.message}; ignored`);
      return null;
    }
  }
}

/** A machine's file speaks for its agents; what else is in it is no project's business. */
function machineWide(tree: Tree): Tree {
  const roots = new Set(KEYS.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(tree).filter(([key]) => roots.has(key)));
}
