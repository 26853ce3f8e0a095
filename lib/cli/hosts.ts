/**
 * `--host` in front of a command, and running the command there.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import type { CommandSpec, FlagSpec } from "./command.ts";
import { serverWordsAt } from "./flags/server.ts";
import type { Place } from "./resolve.ts";

/** The flag in front of a command; commands that several hosts can answer declare it themselves. */
export const hostFlag: FlagSpec = {
  name: "host",
  value: "<host>",
  repeat: true,
  summary: "ask fab on this host, by ssh",
  complete: "host",
};

/** Runs one command line of another host with this process's streams. */
export interface Remote {
  passOn(context: Context, line: {
    readonly host: string;
    readonly argv: readonly string[];
    readonly terminal: boolean;
  }): Promise<number>;
}

/**
 * Takes the hosts off the front of a line; what names a server stays there.
 *
 * @throws {UsageError} when the name of a host or a server is missing.
 */
export function takeHosts(
  argv: readonly string[],
): { readonly hosts: readonly string[]; readonly rest: readonly string[] } {
  const hosts: string[] = [];
  const server: string[] = [];
  let at = 0;
  for (; at < argv.length; at++) {
    const word = argv[at]!;
    if (word.startsWith("--host=")) hosts.push(word.slice("--host=".length));
    else if (word === "--host") {
      const host = argv[++at];
      if (host === undefined) throw new UsageError("--host needs a value: --host <host>");
      hosts.push(host);
    } else {
      // An alias that names a server may stand before the host.
      const named = serverWordsAt(argv, at);
      if (named.length === 0) break;
      server.push(...named);
      at += named.length - 1;
    }
  }
  return { hosts, rest: [...server, ...argv.slice(at)] };
}

/**
 * The one host of a command that runs on one.
 *
 * @throws {UsageError} for several.
 */
export function onlyHost(hosts: readonly string[], place: Place): string {
  const [host, second] = hosts;
  if (host !== undefined && second === undefined) return host;
  throw new UsageError(
    `'${place.path.join(" ")}' runs on one host, but ${hosts.length} were given`,
  );
}

/** Whether several hosts can answer a command: it declares the flag, and puts the answers together. */
// deno-lint-ignore no-explicit-any -- the option type does not matter here
export function asksHosts(spec: CommandSpec<any>): boolean {
  return (spec.flags ?? []).includes(hostFlag);
}
