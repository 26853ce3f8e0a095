/**
 * Starting and ending a child process; the only place with a `Deno.Command`.
 *
 * @module
 */

import { FabError, ProgramMissingError } from "../core/errors.ts";
import type { RunOptions } from "../ports.ts";
import { signalExitCode } from "./signals.ts";

/**
 * Starts a program.
 *
 * @throws {ProgramMissingError} when there is no such program.
 * @throws {FabError} when it can't be started for another reason, in words for a person.
 */
export function spawn(
  argv: readonly string[],
  options: Pick<RunOptions, "cwd" | "env">,
  streams: Pick<Deno.CommandOptions, "stdin" | "stdout" | "stderr">,
): Deno.ChildProcess {
  const [program, ...args] = argv;
  if (program === undefined || program === "") throw new TypeError("no program to run");
  try {
    return new Deno.Command(program, {
      args,
      ...streams,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
    }).spawn();
  } catch (error) {
    throw spawnError(program, options.cwd, error);
  }
}

function spawnError(program: string, cwd: string | undefined, error: unknown): unknown {
  const reason = error instanceof Error
    ? error.message.replace(/^Failed to spawn '.*?': /, "")
    : "";
  if (error instanceof Deno.errors.NotFound && /\bcwd\b/.test(reason)) {
    return new FabError("failed", `${program}: can't run in ${cwd}: not a directory`, {
      cause: error,
    });
  }
  const nowhere = /no path to search/i.test(reason);
  if (
    error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    nowhere
  ) {
    return new ProgramMissingError(program, { cause: error });
  }
  // Too long an argument list, a NUL in an argument, a file that is no program.
  return new FabError("failed", `${program}: can't be started: ${reason.toLowerCase()}`, {
    cause: error,
  });
}

/** How a child ended as one number, a signal counted as shells do. */
export function exitCode(status: Deno.CommandStatus): number {
  return status.signal === null ? status.code : signalExitCode(status.signal);
}

/** Sends a signal to a child; one that has ended already is as wanted. */
export function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}
