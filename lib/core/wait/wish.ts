/**
 * What is waited for, and which signal a look at a pane gives. Pure: the loop that looks is
 * elsewhere.
 *
 * @module
 */

import {
  ACTIVE,
  AGENT_STATES,
  type AgentState,
  type AgentStateName,
  isAgentState,
  WAITING,
} from "../agent_state.ts";
import { UsageError } from "../errors.ts";
import { quoted } from "../visible.ts";

/** The states that are waited for unless something else is: the turn is over, or it needs a person. */
export const TURN_OVER: readonly AgentStateName[] = ["idle", "waiting"];

/** Which states answer. */
export interface StateWish {
  readonly states: readonly AgentStateName[];
  /** Unknown answers as well. */
  readonly orUnknown?: boolean;
  /** Only a state that is newer than this one answers; absent: any does, also an old one. */
  readonly newerThan?: { readonly baseline: AgentState | null };
}

/** What is seen of an agent whose state no hook wrote. */
export interface SeenMoment {
  readonly state: AgentStateName | null;
  /** It is looked at for too short a time to tell. */
  readonly undecided: boolean;
  /** It has been idle for so long that no turn is on its way: the one before is over. */
  readonly rests: boolean;
  /** Seconds for which nothing but a spinner or a clock has changed; null when that isn't known. */
  readonly stillSecs: number | null;
}

/** What is waited for in a pane. */
export interface PaneWish {
  /** Seconds for which a turn has to give nothing; null or absent: that is no signal. */
  readonly stalledSecs?: number | null;
  readonly state: StateWish | null;
  readonly pattern: RegExp | null;
}

/** A pane at one moment, as far as it matters. */
export interface PaneMoment {
  /** The pane is there and its program has not ended. */
  readonly alive: boolean;
  readonly state: AgentState | null;
  /** The text on its screen; null when it was not looked at. */
  readonly screen: string | null;
  /** Its agent is gone and its shell lives; false when that was not asked for. */
  readonly exited: boolean;
  /** Null or absent: nothing is seen, or was not looked for. */
  readonly seen?: SeenMoment | null;
}

/** What a wait reports of a pane. */
export type PaneSignal = AgentStateName | "unknown" | "stalled" | "pattern" | "exited" | "gone";

/**
 * The signal that a look gives, null for none. Of several the one that says most comes first.
 *
 * @param moved whether the state was ever seen to be another than the baseline
 */
export function signalOf(
  wish: PaneWish,
  moment: PaneMoment,
  moved: boolean,
): PaneSignal | null {
  const { seen = null } = moment;
  if (!moment.alive) return "gone";
  if (wish.pattern !== null && moment.screen !== null && wish.pattern.test(moment.screen)) {
    return "pattern";
  }
  if (moment.exited) return "exited";
  if (wish.state !== null) {
    const signal = stateSignal(wish.state, { state: moment.state, seen }, moved);
    if (signal !== null) return signal;
  }
  const active = (moment.state?.state ?? seen?.state) === ACTIVE;
  const { stalledSecs = null } = wish;
  return active && stalledSecs !== null && (seen?.stillSecs ?? 0) >= stalledSecs ? "stalled" : null;
}

function stateSignal(
  wish: StateWish,
  { state, seen }: { readonly state: AgentState | null; readonly seen: SeenMoment | null },
  moved: boolean,
): PaneSignal | null {
  if (wish.newerThan !== undefined && !moved) return null;
  if (state === null && seen?.undecided === true) return null;
  const name = state?.state ?? seen?.state ?? null;
  if (name === null) return wish.orUnknown === true ? "unknown" : null;
  return wish.states.includes(name) ? name : null;
}

/**
 * Whether what is seen tells of a turn that began since: an old idle is no answer to a new message.
 */
export function hasBegun({ state, seen }: PaneMoment): boolean {
  return state === null &&
    (seen?.state === ACTIVE || seen?.state === WAITING || seen?.rests === true);
}

/** Whether a state is another than the baseline: written since, whatever it says. */
export function hasMoved(wish: StateWish, state: AgentState | null): boolean {
  const baseline = wish.newerThan?.baseline ?? null;
  if (baseline === null || state === null) return baseline !== state;
  return baseline.state !== state.state || baseline.epoch !== state.epoch;
}

/**
 * Reads a list of states, `idle,waiting`.
 *
 * @param flag the flag's name, for the error
 * @throws {UsageError} for an empty list and for a word that is no state.
 */
export function parseStates(text: string, flag: string): readonly AgentStateName[] {
  const words = text.split(",");
  const wrong = words.find((word) => !isAgentState(word));
  if (wrong !== undefined) {
    throw new UsageError(
      `--${flag}: ${quoted(wrong)} is no state; give one or more of ${AGENT_STATES.join(",")}`,
    );
  }
  return [...new Set(words)].filter(isAgentState);
}

/**
 * A pattern that is looked for on the screen; `^` and `$` are the ends of a line.
 *
 * @throws {UsageError} when it is no regular expression.
 */
export function parsePattern(text: string): RegExp {
  if (text === "") throw new UsageError("--pattern is empty; it would match any screen");
  // Without `u` more is allowed, such as `\-`; what is wrong there as well is wrong.
  let pattern = compiled(text, "mu");
  if (pattern instanceof SyntaxError) pattern = compiled(text, "m");
  if (pattern instanceof RegExp) return pattern;
  const reason = pattern.message.slice(pattern.message.lastIndexOf(": ") + 2).toLowerCase();
  throw new UsageError(`--pattern: ${quoted(text)} is no regular expression: ${reason}`);
}

function compiled(text: string, flags: string): RegExp | SyntaxError {
  try {
    return new RegExp(text, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** A captured screen as a pattern sees it: no padding at the ends of lines or of the screen. */
export function screenForPattern(capture: string): string {
  return capture.replaceAll(/ +$/gm, "").replace(/\n+$/, "");
}
