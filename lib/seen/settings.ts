/**
 * The agents whose state can be seen, and by what: the rows that are built in, under those of the
 * configuration.
 *
 * @module
 */

import { loadConfig } from "../config/load.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import type { Config } from "../core/config/types.ts";
import { FabError } from "../core/errors.ts";
import { agentNames } from "../core/process/agent_program.ts";
import { KNOWN_SIGNALS, OTHER_NAMES } from "../core/seen/known_signals.ts";
import { type Matcher, matcherOf } from "../core/seen/signals.ts";
import type { AgentTable } from "../core/seen/who.ts";
import type { Context } from "../ports.ts";

/**
 * The table, as it is configured here. A broken configuration is no reason to see nothing: it is
 * warned of, and what is built in remains.
 *
 * @returns null where seeing is switched off
 */
export async function seenAgents(context: Context): Promise<AgentTable | null> {
  let config: Config = BUILT_IN;
  try {
    config = (await loadConfig(context)).config;
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    await context.out.warn(`${error.message}; states are seen by the built-in signals`);
  }
  return config.agent.seen === false ? null : agentTable(config);
}

/** The table of a configuration. Each row is made ready to match when it is first asked for. */
export function agentTable({ providers }: Pick<Config, "providers">): AgentTable {
  const matchers = new Map<string, Matcher>();
  const names = new Map<string, string>();
  for (const name of new Set([...Object.keys(KNOWN_SIGNALS), ...Object.keys(providers)])) {
    const own = providers[name]?.signals;
    const known = KNOWN_SIGNALS[name];
    if (known !== undefined || own !== undefined) {
      matchers.set(name, matcherOf(name, { ...known, ...own }));
    }
    names.set(name, name);
  }
  for (const [name, provider] of Object.entries(providers)) {
    for (const program of agentNames({ [name]: provider })) {
      if (!names.has(program)) names.set(program, name);
    }
  }
  for (const [program, name] of Object.entries(OTHER_NAMES)) names.set(program, name);
  return { matchers, names };
}
