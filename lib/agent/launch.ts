/**
 * Running an agent in this terminal, as if this program had become it.
 *
 * @module
 */

import { inPlaceOfShell } from "../core/agent/shell_fallback.ts";
import { withoutVariables } from "../core/agent/inherited.ts";
import type { Context } from "../ports.ts";

/** The variable that `agent.workers` is read from; an agent's own stage workers inherit it. */
export const WORKERS_VARIABLE = "FAB_AGENT_WORKERS";

/**
 * Runs a composed line by `/bin/sh -c` with this process's terminal and streams.
 *
 * @param options.workers provider of the agent's stage workers, set for it alone
 * @returns its exit code; 128 and the signal's number when a signal ended it
 */
export async function launchAgent(
  context: Pick<Context, "exec" | "env">,
  command: string,
  options: {
    readonly workers?: string | undefined;
    /** Variables that it starts without. */
    readonly without?: readonly string[];
  } = {},
): Promise<number> {
  const { workers, without = [] } = options;
  const env = workers === undefined ? {} : { env: { [WORKERS_VARIABLE]: workers } };
  const line = withoutVariables(
    inPlaceOfShell(command),
    without.filter((name) => context.env.get(name) !== undefined),
  );
  return (await context.exec.attach(["/bin/sh", "-c", line], env)).code;
}
