/**
 * How rk is run: the verbs of `rk mux`.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { isSocketPath } from "../core/server.ts";
import type { Context, RunResult } from "../ports.ts";

/** How rk is asked. */
export interface Question {
  /** As a `Tmux` has it: a label, a socket's path, or null for none. */
  readonly server: string | null;
  /** Milliseconds; null for a verb that waits for as long as it takes. */
  readonly timeoutMs: number | null;
  /** Words that come last, after a `--`: none of them is a flag. */
  readonly last?: readonly string[];
  readonly stdin?: string;
}

/**
 * Runs a verb of `rk mux`.
 *
 * @param args the verb and its arguments; the server is added
 * @returns null when rk is not there, can't be started or can't be told of this server
 */
export async function mux(
  { exec }: Pick<Context, "exec">,
  args: readonly string[],
  { server, timeoutMs, last = [], stdin }: Question,
): Promise<RunResult | null> {
  // rk knows labels alone.
  if (server !== null && isSocketPath(server)) return null;
  const label = server === null ? [] : ["-L", server];
  const tail = last.length === 0 ? [] : ["--", ...last];
  try {
    return await exec.run(["rk", "mux", ...args, ...label, ...tail], {
      ...(timeoutMs === null ? {} : { timeoutMs }),
      ...(stdin === undefined ? {} : { stdin }),
    });
  } catch (error) {
    if (error instanceof FabError) return null;
    throw error;
  }
}

/**
 * Whether this answer says that rk itself was never reached, or does not know what it was asked:
 * an rk without the verb or the flag, or a wrapper that finds no rk. Nothing was done then.
 */
export function notUnderstood(result: RunResult): boolean {
  if (result.signal !== null || result.timedOut || result.code === 0) return false;
  if (result.code === 126 || result.code === 127) return true;
  return /\b(?:unknown|unrecogni[sz]ed|undefined|no such|invalid)\b[^\n]{0,20}\b(?:(?:sub)?command|flag|option|verb)\b|flag provided but not defined/i
    .test(result.stderr);
}

/**
 * Waits for a program that may take as long as it likes, or for a signal that came to this process
 * alone.
 *
 * @throws {InterruptedError} when a signal came; the program is ended with this process.
 */
export async function untilInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const interrupt = () => reject(signal.reason);
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}
