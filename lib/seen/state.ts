/**
 * `fab pane state`: the state that a hook wrote, the one that is seen, and what it is seen by.
 *
 * @module
 */

import {
  AGENT_STATE_OPTION,
  type AgentState,
  LEGACY_AGENT_STATE_OPTION,
  resolveAgentState,
} from "../core/agent_state.ts";
import { contradicts } from "../core/seen/contradiction.ts";
import type { AgentTable } from "../core/seen/who.ts";
import { PaneMissingError } from "../core/errors.ts";
import { createConnection } from "../look/connection.ts";
import { readPaneState } from "../look/state.ts";
import type { Channel } from "../tmux/channel.ts";
import { createWakeup } from "../look/wakeup.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import type { Sighting } from "./eye.ts";
import type { PaneLook } from "./look.ts";
import { withRecord } from "../core/seen/recorded_turn.ts";
import { createTurnReader } from "./recorded.ts";
import { createWatcher } from "./watcher.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 100;

/** Milliseconds after which a state that can't be seen is not known. */
export const WATCH_MS = 2700;

/** A pane's state at one moment. */
export interface PaneStates {
  /** As a hook wrote it. */
  readonly hook: AgentState | null;
  readonly seen: Sighting;
  /** Both are known, and have said different things for a while. */
  readonly contradiction: boolean;
}

/** What to look at, and how. */
export interface StateOptions {
  readonly pane: string;
  readonly server: string | null;
  readonly table: AgentTable;
  /** Goes on until interrupted. */
  readonly watch: boolean;
  readonly onLook?: (look: PaneLook, sighting: Sighting) => void;
}

/**
 * Looks at a pane until its state is seen, 2.7 s at most; when watching, at each change again.
 *
 * @throws {PaneMissingError} when there is no such pane, or no more.
 * @throws {InterruptedError} when a signal came.
 */
export async function* paneStates(
  context: Context,
  options: StateOptions,
): AsyncGenerator<PaneStates> {
  const { clock } = context;
  const { pane, watch } = options;
  const tmux = createTmux(context.exec, options.server);
  const wakeup = createWakeup(clock);
  const connection = createConnection(context, tmux, { onChange: wakeup.wake });
  const watcher = createWatcher(context, { ...options, processes: true });
  using turns = createTurnReader(context, tmux, pane);
  const start = clock.monotonic();
  let shown: string | null = null;
  try {
    let hook = await readPaneState(tmux, pane);
    for (;;) {
      const look = (await watcher.look(connection, [pane])).get(pane);
      if (look === undefined) throw new PaneMissingError(pane);
      // While watching, the record is asked only where what is seen leaves it open.
      const asked = look.agent !== null && (look.state === null || !watch);
      const seen = asked ? withRecord(look, await turns.read()) : look;
      const now = clock.monotonic();
      const told = seen.state !== null || seen.agent === null || now - start >= WATCH_MS;
      if (watch) hook = await hookState(connection, pane);
      const states: PaneStates = {
        hook,
        seen,
        contradiction: contradicts({ hook, seen, nowMs: clock.now() }),
      };
      const word = JSON.stringify([hook?.state, seen.state, states.contradiction]);
      if (told && word !== shown) {
        shown = word;
        yield states;
      }
      if (told && !watch) return;
      await connection.stand(pane);
      await wakeup.pause(LOOK_MS);
    }
  } finally {
    await connection.close();
  }
}

/** The hook's state, over a channel. */
async function hookState(channel: Channel, pane: string): Promise<AgentState | null> {
  const [canonical = "", legacy = ""] = await channel.ask(
    [AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION].map((name) => [
      ...["show-options", "-pqv", "-t", pane, name],
    ]),
  );
  return resolveAgentState(canonical.replace(/\n$/, ""), legacy.replace(/\n$/, ""));
}
