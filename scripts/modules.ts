/**
 * What imports what, as Deno itself sees it.
 *
 * @module
 */

import { join, relative } from "@std/path";

/** One import statement or `import()` call. */
export interface Arrow {
  /** As written in the source. */
  readonly specifier: string;
  /** Path relative to the root of the tree, or the specifier itself when it is a package. */
  readonly to: string;
  readonly kind: "file" | "package";
  /** An `import()` that runs when it is reached, not at load. */
  readonly dynamic: boolean;
  /** Types alone; nothing is loaded for it. */
  readonly typeOnly: boolean;
}

/** A module of the tree. */
export interface Module {
  /** Relative to the root of the tree. */
  readonly path: string;
  /** Bytes of its source. */
  readonly size: number;
  readonly arrows: readonly Arrow[];
}

/** What `deno info --json` says of a module; the parts that are read here. */
interface InfoModule {
  readonly specifier: string;
  readonly size?: number;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
    readonly isDynamic?: boolean;
  }[];
}

/** Paths of all TypeScript files below the given folders of a tree, sorted; a file is taken as it is. */
export async function listSources(root: string, places: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const place of places) await walk(place);
  return found.sort();

  async function walk(path: string): Promise<void> {
    const stat = await Deno.stat(join(root, path)).catch(() => null);
    if (stat === null) return;
    if (stat.isFile) {
      if (path.endsWith(".ts") && !path.endsWith(".d.ts")) found.push(path);
      return;
    }
    for await (const entry of Deno.readDir(join(root, path))) await walk(`${path}/${entry.name}`);
  }
}

/**
 * The modules of a tree with their arrows, by path.
 *
 * @param places files and folders below `root` to begin with; what they import follows
 * @throws {Error} when Deno can't read the graph; its words are in the message
 */
export async function readModules(
  root: string,
  places: readonly string[],
): Promise<Map<string, Module>> {
  const folder = await Deno.makeTempDir({ prefix: "fab-modules-" });
  try {
    // `deno info` takes one root: a module that imports every file.
    const entry = join(folder, "all.ts");
    const sources = await listSources(root, places);
    const lines = sources.map((path) => `import ${JSON.stringify(`file://${join(root, path)}`)};`);
    await Deno.writeTextFile(entry, lines.join("\n"));
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--config", join(root, "deno.json"), entry],
      stdout: "piped",
      stderr: "piped",
    }).output();
    const decoder = new TextDecoder();
    if (!output.success) throw new Error(`deno info failed: ${decoder.decode(output.stderr)}`);
    const info: { modules: InfoModule[] } = JSON.parse(decoder.decode(output.stdout));
    const modules = new Map<string, Module>();
    for (const module of info.modules) {
      const path = pathIn(root, module.specifier);
      if (path === null || path.endsWith(".d.ts")) continue;
      const arrows = (module.dependencies ?? []).map((dependency) => arrowOf(root, dependency));
      modules.set(path, { path, size: module.size ?? 0, arrows });
    }
    return modules;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function arrowOf(
  root: string,
  dependency: NonNullable<InfoModule["dependencies"]>[number],
): Arrow {
  const target = dependency.code?.specifier ?? dependency.type?.specifier ?? dependency.specifier;
  const path = pathIn(root, target);
  return {
    specifier: dependency.specifier,
    to: path ?? dependency.specifier,
    kind: path === null ? "package" : "file",
    dynamic: dependency.isDynamic === true,
    typeOnly: dependency.code === undefined && dependency.type !== undefined,
  };
}

/** The path below `root` that a `file:` specifier names, null for any other. */
function pathIn(root: string, specifier: string): string | null {
  if (!specifier.startsWith("file://")) return null;
  const path = relative(root, decodeURIComponent(new URL(specifier).pathname));
  return path.startsWith("..") ? null : path;
}
