/**
 * Whether an agent is at work, asked before keys are pressed: what is pressed then is pressed into
 * whatever comes.
 *
 * @module
 */

import { agentNamed, type AgentTable } from "../core/seen/who.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { createEye, type ProcessClues, type Sighting } from "./eye.ts";
import { lookAtPane } from "./look.ts";

/** Milliseconds that are watched at most where the first look does not tell. */
const WATCH_MS = 300;
/** Milliseconds between two looks. */
const PAUSE_MS = 60;

/** A process as `foregroundOf` lists it. */
interface Process {
  readonly pid: number;
  readonly comm: string;
  readonly argv: readonly string[];
}

/**
 * What is seen of a pane's agent: at once where one look tells (a title, a row of a turn, a screen
 * that has long been still), else after a third of a second at most. The agent is at work when the
 * state is `active`; null is not known.
 *
 * @param options.processes those in the foreground where they are known: an agent may run under the
 *   name of another program
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function seeAgent(
  context: Pick<Context, "clock">,
  tmux: Tmux,
  options: {
    readonly pane: string;
    readonly table: AgentTable;
    readonly processes?: readonly Process[];
  },
): Promise<Sighting> {
  const { clock } = context;
  const { pane, table, processes = [] } = options;
  const eye = createEye(table, clock);
  const end = clock.monotonic() + WATCH_MS;
  const clues = cluesOf(processes, table);
  for (;;) {
    const look = await lookAtPane(tmux, pane, clock);
    const sighting = eye.see(pane, look, clues);
    if (sighting.state !== null || sighting.agent === null) return sighting;
    const left = end - clock.monotonic();
    if (left <= 0) return sighting;
    await clock.sleep(Math.min(PAUSE_MS, left));
  }
}

/** The agent among these processes; null: what the screen shows has to tell. */
function cluesOf(processes: readonly Process[], table: AgentTable): ProcessClues | null {
  for (const { comm, argv } of processes) {
    const agent = agentNamed(comm, argv, table);
    if (agent !== null) return { agent, cpuMs: null, pids: null };
  }
  return null;
}
