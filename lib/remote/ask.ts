/**
 * Asking other hosts and reading what they answer.
 *
 * @module
 */

import { type ErrorKind, FabError } from "../core/errors.ts";
import { hostFailure, lastLine, sshArgv } from "../core/remote/ssh.ts";
import type { Context, RunResult } from "../ports.ts";
import { missingSsh } from "./pass_on.ts";

/** How a host is asked. */
export interface AskOptions {
  /** Milliseconds for the whole answer; absent: no limit. */
  readonly timeoutMs?: number;
  /** What runs there is ended when the answer is no longer wanted. */
  readonly endsWithUs?: boolean;
}

/**
 * Runs `fab` with these arguments on a host and returns how it ended, whatever its exit code.
 *
 * @throws {FabError} when the host could not be asked, or did not answer in time.
 * @throws {InterruptedError} when this program is to end.
 */
export async function askHost(
  { exec, signal }: Pick<Context, "exec" | "signal">,
  { host, args, timeoutMs, endsWithUs = false }: AskOptions & {
    readonly host: string;
    readonly args: readonly string[];
  },
): Promise<RunResult> {
  signal.throwIfAborted();
  const interrupted = Promise.withResolvers<never>();
  const interrupt = () => interrupted.reject(signal.reason);
  signal.addEventListener("abort", interrupt);
  try {
    const argv = sshArgv(host, args, { terminal: endsWithUs ? "always" : "none" });
    const asked = exec.run(argv, timeoutMs === undefined ? {} : { timeoutMs });
    const result = await Promise.race([asked, interrupted.promise]);
    signal.throwIfAborted();
    if (result.timedOut) {
      throw new FabError("host", `host ${host}: no answer within ${timeoutMs! / 1000} s`);
    }
    const failure = hostFailure(host, {
      code: result.code,
      stderr: endsWithUs ? result.stdout + result.stderr : result.stderr,
    });
    if (failure !== null) throw failure;
    return result;
  } catch (error) {
    throw missingSsh(host, error);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

const KINDS: Readonly<Record<number, ErrorKind>> = { 2: "pane-missing", 3: "tmux" };

/** The error that `fab` on a host ended with, in its own words. */
export function errorThere(host: string, { code, stdout, stderr }: RunResult): FabError {
  const words = lastLine(stderr) || lastLine(stdout) || `exit ${code}`;
  return new FabError(KINDS[code] ?? "failed", `host ${host}: ${words.replace(/^fab: /, "")}`);
}

/**
 * What a failing host means: it is the error when it was the only one asked, else a warning.
 *
 * @throws the failure, when there is no other host; and whatever is no failure of a host.
 */
export async function warnOrThrow(
  { out }: Pick<Context, "out">,
  error: unknown,
  hosts: number,
): Promise<void> {
  if (hosts === 1 || !(error instanceof FabError)) throw error;
  await out.warn(error.message);
}
