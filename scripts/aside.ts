/**
 * Type-checks files in a folder of their own, with options that differ from the project's.
 *
 * @module
 */

import { dirname, join } from "@std/path";

/** What is checked: files by path relative to the folder, with their text. */
export interface AsideCheck {
  readonly files: ReadonlyMap<string, string>;
  /** Overrides of `compilerOptions`; paths in them are absolute. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

/**
 * The compiler's complaints, null when there is none. Deno takes the options of the configuration
 * nearest to what it checks, hence the folder; it is removed again.
 *
 * @param root the tree whose `deno.json` gives the imports and the other options
 */
export async function checkAside(root: string, check: AsideCheck): Promise<string | null> {
  const config = JSON.parse(await Deno.readTextFile(join(root, "deno.json")));
  const types: string[] = config.compilerOptions.types ?? [];
  const folder = await Deno.makeTempDir({ prefix: "fab-check-" });
  try {
    const own = {
      imports: config.imports,
      nodeModulesDir: config.nodeModulesDir,
      unstable: config.unstable,
      compilerOptions: {
        ...config.compilerOptions,
        types: types.map((path) => join(root, path)),
        ...check.compilerOptions,
      },
    };
    await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify(own));
    for (const [path, text] of check.files) {
      await Deno.mkdir(join(folder, dirname(path)), { recursive: true });
      await Deno.writeTextFile(join(folder, path), text);
    }
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", ...check.files.keys()],
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdout: "piped",
      stderr: "piped",
    }).output();
    if (output.success) return null;
    return new TextDecoder().decode(output.stderr)
      .replaceAll(`file://${folder}/`, "")
      .replace(/\n*Stack backtrace:[^]*$/, "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
