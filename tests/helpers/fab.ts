/**
 * Runs the whole program, from source or, with `FAB_BIN`, as a compiled binary.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";

/** The repository's root, without a slash at its end. */
export const ROOT = fromFileUrl(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** What a run gave: all that a caller of `fab` can see. */
export interface FabResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run it. */
export interface FabOptions {
  readonly cwd?: string;
  /** The whole environment beside `PATH` and what Deno needs; `HOME` is a missing directory. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** The words that start `fab`. */
export function fabArgv(): readonly string[] {
  const binary = Deno.env.get("FAB_BIN");
  if (binary !== undefined) return [binary];
  return [Deno.execPath(), "run", "--no-check", "-A", `${ROOT}/main.ts`];
}

/** The least environment that starts `fab`. */
export function fabEnv(): Readonly<Record<string, string>> {
  return {
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    HOME: "/nonexistent",
    DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    DENO_NO_UPDATE_CHECK: "1",
  };
}

/** Runs `fab` to its end. */
export async function runFab(
  args: readonly string[],
  options: FabOptions = {},
): Promise<FabResult> {
  const [program, ...before] = fabArgv();
  const child = new Deno.Command(program!, {
    args: [...before, ...args],
    cwd: options.cwd ?? ROOT,
    env: { ...fabEnv(), ...options.env },
    clearEnv: true,
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(options.stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Gives a test a directory of its own, and removes it. */
export async function withDirectory(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "fabtest-" }));
  try {
    await body(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Every path below a directory with what it holds, to compare before and after. */
export async function snapshot(directory: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const walk = async (at: string, name: string): Promise<void> => {
    for await (const entry of Deno.readDir(at)) {
      const path = `${at}/${entry.name}`;
      const shown = `${name}${entry.name}`;
      if (entry.isDirectory) {
        found[`${shown}/`] = "";
        await walk(path, `${shown}/`);
      } else {
        found[shown] = entry.isSymlink ? `-> ${await Deno.readLink(path)}` : await Deno
          .readTextFile(path);
      }
    }
  };
  await walk(directory, "");
  return found;
}
