/**
 * The program and a throwaway tmux server together: what tests of the pane verbs need.
 *
 * @module
 */

import {
  programArgv,
  programEnv,
  type ProgramOptions,
  type ProgramResult,
  runFab,
} from "./program.ts";
import type { TmuxServer } from "./tmux_server.ts";

/** Runs `fab <args> -L <server>` in the server's own environment. */
export function fabOn(
  tmux: TmuxServer,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const env = { ...tmux.env, ...options.env };
  return runFab([...args, "-L", tmux.label], { timeoutMs: 90_000, ...options, env });
}

/** `fab pane deliver` of one text. */
export function deliverText(
  tmux: TmuxServer,
  pane: string,
  text: string,
  ...flags: readonly string[]
): Promise<ProgramResult> {
  return fabOn(tmux, ["pane", "deliver", pane, `--text=${text}`, ...flags]);
}

/** A run that is still going on, so that it can be ended in the middle. */
export interface RunningProgram {
  kill(signal: Deno.Signal): void;
  readonly result: Promise<ProgramResult>;
}

/** Starts `fab <args> -L <server>` and does not wait for it. */
export function startFab(tmux: TmuxServer, args: readonly string[]): RunningProgram {
  const [program = "", ...before] = programArgv();
  const child = new Deno.Command(program, {
    args: [...before, ...args, "-L", tmux.label],
    clearEnv: true,
    env: programEnv(tmux.env),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return {
    kill: (signal) => child.kill(signal),
    result: child.output().then(({ code, stdout, stderr }) => ({
      code,
      stdout: text(stdout),
      stderr: text(stderr),
    })),
  };
}
