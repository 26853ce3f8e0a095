/**
 * Programs on `PATH` that a test watches: each call is logged before the real one runs.
 *
 * @module
 */

/** A directory for the front of `PATH`, and what was called through it. */
export interface Watched {
  readonly path: string;
  /** The calls so far, each the program's name and its first arguments on one line. */
  calls(): Promise<readonly string[]>;
  /** Forgets the calls so far. */
  forget(): Promise<void>;
}

/**
 * Puts wrappers for programs into a directory.
 *
 * @param directory an existing directory of the test's
 * @param programs name → a `sh` script to run instead, or null to run the real program
 */
export async function watchPrograms(
  directory: string,
  programs: Readonly<Record<string, string | null>>,
): Promise<Watched> {
  const bin = `${directory}/watched`;
  const log = `${directory}/watched.log`;
  await Deno.mkdir(bin, { recursive: true });
  await Deno.writeTextFile(log, "");
  const path = Deno.env.get("PATH") ?? "/usr/bin:/bin";
  for (const [name, script] of Object.entries(programs)) {
    const body = script ?? `PATH='${path}' exec ${name} "$@"`;
    // One `printf` is one write, so that calls at the same time keep their lines.
    const text =
      `#!/bin/sh\nprintf '%s\\n' "${name} $(printf '%s ' "$@" | tr '\\n' ' ')" >>'${log}'\n${body}\n`;
    await Deno.writeTextFile(`${bin}/${name}`, text, { mode: 0o755 });
  }
  return {
    path: `${bin}:${path}`,
    async calls() {
      return (await Deno.readTextFile(log)).split("\n").filter((line) => line !== "");
    },
    forget: () => Deno.writeTextFile(log, ""),
  };
}
