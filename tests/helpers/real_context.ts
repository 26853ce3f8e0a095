/**
 * The real doors, for a use case that a test calls without the program around it.
 *
 * @module
 */

import { createClock } from "../../lib/proc/clock.ts";
import { createExec } from "../../lib/proc/exec.ts";
import { createFiles } from "../../lib/proc/files.ts";
import { fakeEnv, fakeOut } from "../../lib/testing/fake_context.ts";
import type { Context } from "../../lib/ports.ts";

/** For what is called in the test's own process, which hears no signals. */
export const NO_SIGNALS = { yieldTo: () => () => {}, signal: new AbortController().signal };

/**
 * A context whose programs and files are real, and whose environment and output are the test's.
 *
 * @param env the whole environment, of the context and of the programs it starts beside this
 *   process's own
 */
export function realContext(env: Readonly<Record<string, string>>, cwd: string): Context {
  const { signal } = new AbortController();
  const exec = createExec({ signals: NO_SIGNALS });
  return {
    exec: {
      ...exec,
      run: (argv, options = {}) => exec.run(argv, { ...options, env: { ...env, ...options.env } }),
    },
    clock: createClock(signal),
    files: createFiles(signal),
    env: fakeEnv({ env, cwd }),
    out: fakeOut(),
    signal,
  };
}
