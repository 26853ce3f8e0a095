/**
 * Which panes have given a signal already.
 *
 * @module
 */

import {
  hasBegun,
  hasMoved,
  type PaneMoment,
  type PaneSignal,
  type PaneWish,
  signalOf,
} from "./wish.ts";

/** How it stands with one pane. */
export interface PaneOutcome {
  readonly pane: string;
  /** `running`: none yet. */
  readonly signal: PaneSignal | "running";
}

/** What is waited for in which panes. */
export interface TallyOptions extends PaneWish {
  readonly panes: readonly string[];
  /** Whether the first pane's signal is enough, or each has to give one. */
  readonly mode: "any" | "all";
}

/** Keeps the signals. A pane's first one counts: what it does afterwards is not looked at. */
export interface Tally {
  /** The panes that gave none so far, in order. */
  readonly pending: readonly string[];
  readonly settled: boolean;
  observe(pane: string, moment: PaneMoment): void;
  /** With `any` the panes that gave a signal, with `all` each; when none did, all are `running`. */
  outcomes(): readonly PaneOutcome[];
}

/** Makes an empty {@linkcode Tally}. */
export function createTally(options: TallyOptions): Tally {
  const { panes, mode, state } = options;
  const signals = new Map<string, PaneSignal>();
  const moved = new Set<string>();
  return {
    get pending() {
      return panes.filter((pane) => !signals.has(pane));
    },
    get settled() {
      return mode === "any" ? signals.size > 0 : signals.size === panes.length;
    },
    observe(pane, moment) {
      if (signals.has(pane)) return;
      // Where no hook wrote a state, only a turn that is seen to begin tells of something new.
      const fresh = state !== null && moment.alive &&
        (moment.seen ? hasBegun(moment) : hasMoved(state, moment.state));
      if (fresh) moved.add(pane);
      const signal = signalOf(options, moment, moved.has(pane));
      if (signal !== null) signals.set(pane, signal);
    },
    outcomes() {
      const shown = mode === "any" && signals.size > 0
        ? panes.filter((pane) => signals.has(pane))
        : panes;
      return shown.map((pane) => ({ pane, signal: signals.get(pane) ?? "running" }));
    },
  };
}
