/**
 * Whether the agent in a pane is at work: it may ask for a permission at any moment, and some read an
 * Enter a second after it was pressed. What is typed then is typed into whatever comes.
 *
 * @module
 */

import { ACTIVE, type AgentState, IDLE, WAITING } from "../../core/agent_state.ts";
import { DeliveryError } from "../../core/message/delivery.ts";
import { BUILT_IN } from "../../core/agent/providers.ts";
import { agentNames, isAgentProcess } from "../../core/process/agent_program.ts";
import { KNOWN_SIGNALS, OTHER_NAMES } from "../../core/seen/known_signals.ts";
import type { AgentTable } from "../../core/seen/who.ts";
import type { PaneHandle } from "../../look/pane_handle.ts";
import type { Context } from "../../ports.ts";
import { seeAgent } from "../../seen/at_work.ts";
import { fabHint } from "../../tmux/hint.ts";
import type { Terminal } from "../terminal_taken.ts";
import { refusedParked } from "./parked.ts";
import type { ReadAgents } from "./terms.ts";

/** Reads the configuration, whose grammar is loaded for this alone. */
export async function readAgents(context: Context): Promise<AgentTable | null> {
  const { seenAgents } = await import("../../seen/settings.ts");
  return await seenAgents(context);
}

/**
 * Names of agents that are worth reading the configuration for, which costs more than the rest of what
 * is asked. One that the configuration alone knows is judged by its hook.
 */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(KNOWN_SIGNALS),
  ...Object.keys(OTHER_NAMES),
  ...agentNames(BUILT_IN.providers),
]);

/** An agent in the middle of a turn. Waiting helps, so that `--hold` can. */
export class AtWorkError extends DeliveryError {
  constructor(handle: PaneHandle, how: string) {
    const { pane } = handle;
    super(
      "busy",
      `the agent in pane ${pane} is at work (${how}), and what it may ask would be answered by ` +
        "the text; wait for its turn's end with --hold <secs>, or type into its input now, at your " +
        `own risk, with --queue; '${fabHint(handle, "capture")}' shows it`,
    );
  }
}

/**
 * Refuses where the agent is at work, by what its hook wrote, else by what is seen of it.
 *
 * @param state what a hook wrote; an agent that is idle by it is not looked at
 * @throws {AtWorkError} and `not ready` for a question that is seen.
 */
export async function refuseAtWork(
  handle: PaneHandle,
  { state, terminal, agents }: {
    readonly state: AgentState | null;
    readonly terminal: Terminal;
    readonly agents: ReadAgents;
  },
): Promise<void> {
  if (state?.state === ACTIVE) throw new AtWorkError(handle, "by its hook");
  const { processes, idleShell } = terminal.foreground;
  if (state?.state === IDLE || terminal.mode !== "raw" || idleShell !== null) return;
  if (!processes.some((process) => isAgentProcess(process, KNOWN))) return;
  const table = await agents();
  if (table === null) return;
  const { context, tmux, pane } = handle;
  const seen = await seeAgent(context, tmux, { pane, table, processes });
  if (seen.state === ACTIVE) throw new AtWorkError(handle, seen.by);
  if (seen.state === WAITING) {
    throw refusedParked(handle, { word: "question", detail: seen.by }, null);
  }
}
