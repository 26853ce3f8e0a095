/**
 * Looks at some panes again and again, over one channel.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { type AgentTable, mayBeAgent, whoIs } from "../core/seen/who.ts";
import type { Context } from "../ports.ts";
import type { Channel } from "../tmux/channel.ts";
import { createEye, type ProcessClues, type Sighting } from "./eye.ts";
import { lookAtPanes, type PaneLook } from "./look.ts";
import { processClues } from "./processes.ts";

/** Milliseconds for which what was read of a pane's processes is taken as it was. */
const AGENT_MS = 1000;
/** The same where no agent was among them. */
const NONE_MS = 5000;

/** Looks; remembers what was seen. */
export interface Watcher {
  /**
   * One look at each pane, in one question.
   *
   * @returns by pane; a pane that is gone is left out
   * @throws what {@linkcode Channel.ask} throws.
   */
  look(channel: Channel, panes: readonly string[]): Promise<ReadonlyMap<string, Sighting>>;
}

/**
 * Makes a {@linkcode Watcher}.
 *
 * @param options.processes asks for a pane's processes as well, a subprocess each, where no agent
 *   with signals is seen by program, title and input
 * @param options.onLook is told each look and what it came to
 */
export function createWatcher(
  context: Pick<Context, "exec" | "env" | "clock">,
  options: {
    readonly table: AgentTable;
    readonly processes: boolean;
    readonly onLook?: (look: PaneLook, sighting: Sighting) => void;
  },
): Watcher {
  const { table } = options;
  const { clock } = context;
  const eye = createEye(table, clock);
  const known = new Map<string, { readonly atMs: number; readonly clues: ProcessClues | null }>();

  async function processesOf(pane: string, look: PaneLook): Promise<ProcessClues | null> {
    const agent = whoIs(look.clues, table);
    if (!options.processes || agent?.matcher || !mayBeAgent(look.clues.command, table)) return null;
    const before = known.get(pane);
    const last = (before?.clues?.agent ?? null) === null ? NONE_MS : AGENT_MS;
    if (before !== undefined && clock.monotonic() - before.atMs < last) {
      // Its processor time is of then, and would be no news now.
      return before.clues === null ? null : { ...before.clues, cpuMs: null };
    }
    const clues = await read(look.panePid);
    known.set(pane, { atMs: clock.monotonic(), clues });
    return clues;
  }

  async function read(panePid: number): Promise<ProcessClues | null> {
    try {
      return await processClues(context, panePid, table);
    } catch (error) {
      // What can't be listed is not known; the screen still tells.
      if (error instanceof FabError && error.kind === "failed") return null;
      throw error;
    }
  }

  return {
    async look(channel, panes) {
      const seen = new Map<string, Sighting>();
      for (const [pane, look] of await lookAtPanes(channel, panes, clock)) {
        const sighting = eye.see(pane, look, await processesOf(pane, look));
        options.onLook?.(look, sighting);
        seen.set(pane, sighting);
      }
      return seen;
    },
  };
}
