/**
 * The names of the agents' programs, as they are configured here.
 *
 * @module
 */

import { agentNames } from "../core/process/agent_program.ts";
import { FabError } from "../core/errors.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import type { Context } from "../ports.ts";
import { loadConfig } from "./load.ts";

/**
 * Names for telling which process is an agent. A broken configuration is no reason to see no
 * processes: it is warned of, and the built-in providers remain.
 */
export async function knownAgents(context: Context): Promise<ReadonlySet<string>> {
  try {
    return agentNames((await loadConfig(context)).config.providers);
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    await context.out.warn(`${error.message}; only built-in providers are recognised`);
    return agentNames(BUILT_IN.providers);
  }
}
