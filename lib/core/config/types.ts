/**
 * The shape of the configuration after its layers are merged.
 *
 * @module
 */

import type { DispatchMode } from "../dispatch/landing.ts";
import type { Records } from "../records/records.ts";
import type { Signals } from "../seen/signals.ts";
import type { Role } from "../agent/roles.ts";

/** What a provider fills in for a role. Absent: nothing is filled in. */
export interface Fill {
  readonly model?: string;
  readonly effort?: string;
}

/** What a role asks for, whichever provider it lands on. */
export interface RoleProfile extends Fill {
  readonly provider?: string;
}

/** An agent CLI. Its commands are shell lines with `{model}` and `{effort}` in them. */
export interface Provider {
  /** Starts it in a terminal. */
  readonly interactive_command?: string;
  /** Runs it once; the prompt comes on standard input. */
  readonly headless_command?: string;
  /** Whether a calling harness of the same make runs it by itself, without a process. */
  readonly native?: boolean;
  readonly profiles?: Readonly<Partial<Record<Role, Fill>>>;
  /** Names of variables that it starts without, in one text; `none` for none. */
  readonly not_inherited?: string;
  /** What it gives away about its state. */
  readonly signals?: Signals;
  /** Where it keeps its records. */
  readonly records?: Records;
}

/** The merged configuration. What the built-in layer defines is always there. */
export interface Config {
  readonly agent: {
    /** Provider of the `default` and `operator` roles. */
    readonly session: string;
    /** Provider of the other four. */
    readonly workers: string;
    /** Whether a state that no hook wrote is told by what is seen. Absent: it is. */
    readonly seen?: boolean;
    /** Whether agents' own records are read. Absent: they are. */
    readonly records?: boolean;
    readonly profiles?: Readonly<Partial<Record<Role, RoleProfile>>>;
  };
  readonly providers: Readonly<Record<string, Provider>>;
  readonly dispatch: {
    readonly mode: DispatchMode;
    /** Width of a worker's column, percent of the window. */
    readonly column_width: number;
    /** Whether a finished worker's pane is reclaimed. */
    readonly reap_done: boolean;
  };
}
