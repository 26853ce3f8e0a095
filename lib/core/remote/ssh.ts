/**
 * How a command of this program is asked of another host: by the person's own `ssh`, which knows
 * hosts, keys and connections from its own configuration.
 *
 * @module
 */

import { FabError, UsageError } from "../errors.ts";
import { quoteWords } from "../quote.ts";
import { oneLine, quoted } from "../visible.ts";

/** ssh's own exit code, when it could not connect or the connection broke. */
const SSH_FAILED = 255;

/** A shell's exit code for a program that it can't find. */
const NOT_FOUND = 127;

/**
 * What may be a host for ssh: an alias, `user@host`, an address, `ssh://user@host:port`. ssh may put
 * it into a shell line of the person's configuration (`ProxyCommand`), so nothing that a shell reads
 * is among it; what begins with `-` would be an option.
 */
const HOST = /^(?!.*@-)[\p{L}\p{N}_[][\p{L}\p{N}\p{M}_.:@%+/[\]-]*$/u;

/**
 * What runs there. Whatever the login shell is, `sh` reads it, and the words are its arguments. The
 * home's `.local/bin` is where people install, and a shell that is not interactive often leaves it
 * out of its search path.
 */
const SCRIPT = 'PATH="$PATH:$HOME/.local/bin"; export PATH; exec fab "$@"';

/** Whether ssh takes the whole name as a host, and nothing else takes a part of it as more. */
export function isHost(name: string): boolean {
  return HOST.test(name);
}

/** @throws {UsageError} for what ssh could take for something else than a host. */
export function checkHost(host: string): string {
  if (isHost(host)) return host;
  throw new UsageError(
    `--host: ${quoted(host)} is no host for ssh; name it in ~/.ssh/config if it has an odd name`,
  );
}

/**
 * The words that run `fab` on a host.
 *
 * @param args its arguments, each of which arrives there as it is
 * @param options.terminal `own`: one on which this terminal's keys arrive; `always`: one that ends
 *   what runs there when this end goes away
 */
export function sshArgv(
  host: string,
  args: readonly string[],
  { terminal = "none" }: { readonly terminal?: "none" | "own" | "always" } = {},
): readonly string[] {
  const flags = { none: [], own: ["-t"], always: ["-tt"] }[terminal];
  return ["ssh", ...flags, "--", checkHost(host), quoteWords(["sh", "-c", SCRIPT, "fab", ...args])];
}

/** A host that could not be asked: ssh failed, or no `fab` answered. */
export class HostError extends FabError {
  override readonly name = "HostError";
  constructor(host: string, message: string) {
    super("host", `host ${host}: ${message}`);
  }
}

/**
 * What an exit code of ssh says about the host and not about the command; null for the command's.
 *
 * @param stderr what came on standard error; its last line has ssh's reason. Empty: it was shown
 *   already
 */
export function hostFailure(host: string, { code, stderr = "" }: {
  readonly code: number;
  readonly stderr?: string;
}): HostError | null {
  if (code === SSH_FAILED) {
    const reason = lastLine(stderr).replace(/^ssh: /, "");
    return new HostError(host, `ssh failed${reason === "" ? "" : `: ${reason}`}; try ssh ${host}`);
  }
  if (code !== NOT_FOUND) return null;
  return new HostError(host, "a program was not found there; is fab on the PATH of its shells?");
}

/** The last line that says something, without ssh's word that it has gone. */
export function lastLine(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) =>
    line.trim() !== "" && !/^Connection to .* closed\.$/.test(line)
  );
  return oneLine(lines.at(-1) ?? "");
}
