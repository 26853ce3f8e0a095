/**
 * Looks for each provider's program, here and where new panes look for it.
 *
 * @module
 */

import { programOf } from "../core/process/command_program.ts";
import type { Config } from "../core/config/types.ts";
import { FabError } from "../core/errors.ts";
import { resolveProfile } from "../core/agent/profile.ts";
import { type Role, ROLES } from "../core/agent/roles.ts";
import type { Context } from "../ports.ts";
import { findProgram } from "../proc/find_program.ts";
import { type Check, check } from "./check.ts";

/**
 * One check a provider, by name. A provider that is missing is only worth a warning when a role
 * lands on it.
 *
 * @param options.serverPath the `PATH` that the running tmux server gives to new panes; null
 *   without a server
 */
export async function checkProviders(
  config: Config,
  options: Pick<Context, "files" | "env"> & { readonly serverPath: string | null },
): Promise<readonly Check[]> {
  const roles = rolesByProvider(config);
  const checks: Check[] = [];
  for (const [name, provider] of Object.entries(config.providers).sort(byName)) {
    const command = provider.interactive_command ?? provider.headless_command;
    checks.push(
      await checkOne(name, { ...options, command, roles: roles.get(name) ?? [] }),
    );
  }
  for (const [name, wanting] of roles) {
    if (Object.hasOwn(config.providers, name)) continue;
    checks.push(check(`provider ${name}`, "fail", {
      message: `not configured, used for ${shown(wanting)}`,
      remedy: `configure providers.${name} or choose another`,
    }));
  }
  return checks;
}

interface Wanted extends Pick<Context, "files" | "env"> {
  readonly serverPath: string | null;
  readonly command: string | undefined;
  readonly roles: readonly string[];
}

async function checkOne(provider: string, wanted: Wanted): Promise<Check> {
  const { files, env, command, roles, serverPath } = wanted;
  const name = `provider ${provider}`;
  if (command === undefined) {
    const remedy = `set providers.${provider}.interactive_command`;
    return check(name, "warn", { message: "has no command", remedy });
  }
  const program = programOf(command);
  if (program === null) {
    return check(name, "ok", { message: `only a shell can tell what it runs: ${command}` });
  }
  const path = await findProgram(program, { files, env });
  if (path === null) {
    if (roles.length === 0) {
      return check(name, "ok", { message: `${program} is not installed; no role uses it` });
    }
    return check(name, "warn", {
      message: `${program} not found on PATH, used for ${shown(roles)}`,
      remedy: "install it, or set agent.session and agent.workers to another",
    });
  }
  if (serverPath !== null) {
    const inPanes = await findProgram(program, { files, env, path: serverPath });
    if (inPanes === null) {
      return check(name, "warn", {
        message: `${path} is not on the PATH that tmux gives to new panes`,
        path,
        remedy: `run: tmux set-environment -g PATH "$PATH"`,
      });
    }
  }
  return check(name, "ok", { message: path, path });
}

/** Which roles land on which provider, known or not. */
function rolesByProvider(config: Config): ReadonlyMap<string, readonly string[]> {
  const roles = new Map<string, string[]>();
  for (const role of ROLES) {
    const provider = providerOf(config, role);
    roles.set(provider, [...roles.get(provider) ?? [], role]);
  }
  return roles;
}

/** The provider that a role lands on, even one that is not configured. */
function providerOf(config: Config, role: Role): string {
  try {
    return resolveProfile(config, { role }).provider;
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    const knob = role === "default" || role === "operator" ? "session" : "workers";
    return config.agent.profiles?.[role]?.provider ?? config.agent[knob];
  }
}

function shown(roles: readonly string[]): string {
  return roles.length === ROLES.length ? "every role" : roles.join(", ");
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
