/**
 * The agents whose records are read: the rows that are built in, under those of the configuration.
 *
 * @module
 */

import { loadConfig } from "../config/load.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import type { Config } from "../core/config/types.ts";
import { FabError } from "../core/errors.ts";
import { agentNames } from "../core/process/agent_program.ts";
import { KNOWN_RECORDS } from "../core/records/known_records.ts";
import type { Records } from "../core/records/records.ts";
import { OTHER_NAMES } from "../core/seen/known_signals.ts";
import type { Context } from "../ports.ts";

/** The rows, and by which programs' names they are found. */
export interface RecordTable {
  readonly rows: ReadonlyMap<string, Records>;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The table, as it is configured here. With a broken configuration nothing is read: what is broken may
 * be what switches it off. Others say that it is.
 *
 * @returns null where records are switched off
 */
export async function recordTable(context: Context): Promise<RecordTable | null> {
  let broken = false;
  const warn = () => {
    broken = true;
    return Promise.resolve();
  };
  try {
    const { config } = await loadConfig({ ...context, out: { ...context.out, warn } });
    return broken || config.agent.records === false ? null : tableOf(config);
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    return null;
  }
}

/** The table of a configuration. */
export function tableOf({ providers }: Pick<Config, "providers"> = BUILT_IN): RecordTable {
  const rows = new Map<string, Records>();
  const names = new Map<string, string>();
  for (const name of new Set([...Object.keys(KNOWN_RECORDS), ...Object.keys(providers)])) {
    const own = providers[name]?.records;
    const known = KNOWN_RECORDS[name];
    if (known === undefined && own === undefined) continue;
    rows.set(name, { ...known, ...own });
    names.set(name, name);
    for (const program of agentNames({ [name]: providers[name] ?? {} })) {
      if (!names.has(program)) names.set(program, name);
    }
  }
  for (const [program, name] of Object.entries(OTHER_NAMES)) {
    if (rows.has(name)) names.set(program, name);
  }
  return { rows, names };
}
