/**
 * Where a stage's worker lands: in a pane, as the calling harness's own sub-agent, or as a detached
 * process. `dispatch.mode` says where to begin; what a rung needs and does not have moves the
 * landing down, never up (contract §6.4, §7.2).
 *
 * @module
 */

/** The rungs from the top down. */
export const DISPATCH_MODES = ["pane", "native", "headless"] as const;

export type DispatchMode = (typeof DISPATCH_MODES)[number];

/** What the resolved provider offers, and whether there is a tmux server to open a pane in. */
export interface LandingCapabilities {
  /** The provider has an `interactive_command`. */
  readonly interactive: boolean;
  /** The calling harness runs this provider itself. */
  readonly native: boolean;
  /** The provider has a `headless_command`. */
  readonly headless: boolean;
  /** A tmux server can be reached; only the pane rung needs one. */
  readonly tmux: boolean;
}

/** A rung that was passed over, and what it lacks. */
export interface SkippedRung {
  readonly mode: DispatchMode;
  readonly lacks: string;
}

export interface Landing {
  /** Null when no rung at or below the preferred one is possible. */
  readonly mode: DispatchMode | null;
  /** What was passed over on the way down, in order. */
  readonly skipped: readonly SkippedRung[];
}

/** The first possible rung at or below the preferred one. */
export function chooseLanding(preferred: DispatchMode, capabilities: LandingCapabilities): Landing {
  const skipped: SkippedRung[] = [];
  for (const mode of DISPATCH_MODES.slice(DISPATCH_MODES.indexOf(preferred))) {
    const lacks = lackOf(mode, capabilities);
    if (lacks === null) return { mode, skipped };
    skipped.push({ mode, lacks });
  }
  return { mode: null, skipped };
}

/** `pane: no tmux server; native: …` for a message; empty when nothing was passed over. */
export function describeSkipped(skipped: readonly SkippedRung[]): string {
  return skipped.map(({ mode, lacks }) => `${mode}: ${lacks}`).join("; ");
}

function lackOf(mode: DispatchMode, capabilities: LandingCapabilities): string | null {
  switch (mode) {
    case "pane":
      if (!capabilities.interactive) return "no interactive_command";
      return capabilities.tmux ? null : "no tmux server";
    case "native":
      return capabilities.native ? null : "not a native provider";
    case "headless":
      return capabilities.headless ? null : "no headless_command";
  }
}
