/**
 * What is seen of panes that are waited for, where no hook wrote a state.
 *
 * @module
 */

import { IDLE } from "../core/agent_state.ts";
import type { AgentTable } from "../core/seen/who.ts";
import type { SeenMoment } from "../core/wait/wish.ts";
import type { Context } from "../ports.ts";
import type { Sighting } from "../seen/eye.ts";
import { createWatcher } from "../seen/watcher.ts";
import type { Channel } from "../tmux/channel.ts";

/**
 * Milliseconds for which a pane is looked at before an `idle` that is seen answers: a message that was
 * just submitted shows late, and the turn before it may be all that is seen.
 */
const LEAST_MS = 1200;

/** Milliseconds after which what can't be seen is unknown. */
const MOST_MS = 2700;

/** Milliseconds of rest after which a turn that was not seen to begin is over, or never will. */
const RESTS_MS = 5000;

/** Looks at panes. */
export interface SeenMoments {
  /** By pane; one of which nothing is seen is left out. */
  look(channel: Channel, panes: readonly string[]): Promise<ReadonlyMap<string, SeenMoment>>;
}

/** Makes {@linkcode SeenMoments}. */
export function createSeenMoments(context: Context, table: AgentTable): SeenMoments {
  const { clock } = context;
  const watcher = createWatcher(context, { table, processes: true });
  const firstMs = new Map<string, number>();
  const idleMs = new Map<string, number>();

  function moment(pane: string, sighting: Sighting): SeenMoment | null {
    if (sighting.agent === null) return null;
    const now = clock.monotonic();
    const first = firstMs.get(pane) ?? now;
    firstMs.set(pane, first);
    const { state, progress } = sighting;
    if (state !== IDLE) idleMs.delete(pane);
    else if (!idleMs.has(pane)) idleMs.set(pane, now);
    return {
      state,
      undecided: (state === IDLE && now - first < LEAST_MS) ||
        (state === null && now - first < MOST_MS),
      rests: now - (idleMs.get(pane) ?? now) >= RESTS_MS,
      // Of whole seconds it may be one less.
      stillSecs: progress === null ? null : clock.now() / 1000 - progress - 1,
    };
  }

  return {
    async look(channel, panes) {
      const moments = new Map<string, SeenMoment>();
      for (const [pane, sighting] of await watcher.look(channel, panes)) {
        const seen = moment(pane, sighting);
        if (seen !== null) moments.set(pane, seen);
      }
      return moments;
    },
  };
}
