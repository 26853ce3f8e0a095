/**
 * What the agent of a worker in a pane does: a worker that runs may be waiting for a person.
 *
 * @module
 */

import type { AgentStateName } from "../../core/agent_state.ts";
import type { DispatchRecord } from "../../core/dispatch/record.ts";
import { FabError } from "../../core/errors.ts";
import { readPaneState } from "../../look/state.ts";
import type { Context } from "../../ports.ts";
import { seeAgent } from "../../seen/at_work.ts";
import { seenAgents } from "../../seen/settings.ts";
import { createTmux } from "../../tmux/tmux.ts";

/** The agent's state, as its hook wrote it and as it is seen where none did. */
export interface WorkerAgent {
  readonly hook: AgentStateName | null;
  readonly seen: AgentStateName | null;
  readonly by: string | null;
}

const UNKNOWN: WorkerAgent = { hook: null, seen: null, by: null };

/** Looks. A worker without a pane, and a pane that is gone by now, tell nothing. */
export async function workerAgent(
  context: Context,
  record: DispatchRecord,
): Promise<WorkerAgent> {
  if (record.mode !== "pane") return UNKNOWN;
  const { pane } = record;
  const tmux = createTmux(context.exec, record.server);
  try {
    const hook = await readPaneState(tmux, pane);
    if (hook !== null) return { hook: hook.state, seen: null, by: null };
    const table = await seenAgents(context);
    if (table === null) return UNKNOWN;
    const { state, by } = await seeAgent(context, tmux, { pane, table });
    return { hook: null, seen: state, by: state === null ? null : by };
  } catch (error) {
    if (error instanceof FabError) return UNKNOWN;
    throw error;
  }
}
