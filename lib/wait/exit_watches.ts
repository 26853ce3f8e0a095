/**
 * The exit watches of all panes that are waited for.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { type ExitWatch, watchExit } from "./exit_watch.ts";

/** Watches on several panes. */
export interface ExitWatches {
  /** Looks at the panes' processes, and goes on watching. */
  begin(panes: readonly string[]): Promise<void>;
  /**
   * Whether a pane's agent was seen to have ended; false before {@linkcode ExitWatches.begin}.
   *
   * @throws {FabError} when the system's processes can't be listed any more.
   */
  exited(pane: string): boolean;
  close(): Promise<void>;
}

/**
 * Makes {@linkcode ExitWatches} that watch nothing yet.
 *
 * @param options.agents names of agents' programs; null: nothing will be watched
 * @param options.onChange called when there is something new to ask
 */
export function createExitWatches(
  context: Context,
  tmux: Tmux,
  options: { readonly agents: ReadonlySet<string> | null; readonly onChange: () => void },
): ExitWatches {
  const { agents } = options;
  const watches = new Map<string, ExitWatch>();
  let failure: unknown = null;
  const onChange = (error: unknown) => {
    failure ??= error;
    options.onChange();
  };
  return {
    async begin(panes) {
      if (agents === null) return;
      for (const pane of panes) {
        try {
          watches.set(pane, await watchExit(context, tmux, { pane, agents, onChange }));
        } catch (error) {
          // A pane that is gone is seen to be by whoever looks at it.
          if (!(error instanceof FabError) || error.kind === "failed") throw error;
        }
      }
    },
    exited(pane) {
      if (failure !== null) throw failure;
      return watches.get(pane)?.exited ?? false;
    },
    async close() {
      await Promise.all([...watches.values()].map((watch) => watch.close()));
    },
  };
}
