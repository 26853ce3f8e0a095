/**
 * A command of another host, with this process's streams.
 *
 * @module
 */

import { InterruptedError, ProgramMissingError } from "../core/errors.ts";
import { HostError, hostFailure, sshArgv } from "../core/remote/ssh.ts";
import type { Context } from "../ports.ts";

/**
 * Runs `fab` with these arguments on a host: input, output and exit code are the program's there.
 *
 * @param line.terminal whether it takes a terminal for itself
 * @throws {HostError} when ssh failed.
 * @throws {InterruptedError} when a signal came and ssh ended by it.
 */
export async function passOn(
  { exec, out }: Pick<Context, "exec" | "out">,
  { host, argv, terminal }: {
    readonly host: string;
    readonly argv: readonly string[];
    readonly terminal: boolean;
  },
): Promise<number> {
  const own = terminal && out.stdinIsTerminal ? "own" : "none";
  const words = sshArgv(host, argv, { terminal: own });
  const end = await exec.attach(words).catch((error) => {
    throw missingSsh(host, error);
  });
  const failure = hostFailure(host, end);
  if (failure === null) return end.code;
  if (end.interrupted !== undefined) throw new InterruptedError(end.interrupted);
  if (end.code !== 127) throw failure;
  // It may be the code of what fab ran there, and is passed on as every other.
  await out.warn(failure.message);
  return end.code;
}

/** The error for a machine without ssh; any other is as it was. */
export function missingSsh(host: string, error: unknown): unknown {
  if (!(error instanceof ProgramMissingError)) return error;
  return new HostError(host, "no ssh on this machine's PATH");
}
