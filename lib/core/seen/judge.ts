/**
 * Tells an agent's state from what is seen of its pane. It errs to null: `idle` is never said of an
 * agent at work, `waiting` only of a question.
 *
 * @module
 */

import { ACTIVE, type AgentStateName, IDLE, WAITING } from "../agent_state.ts";
import { STILL_MS } from "./signals.ts";
import { cpuShare, type Track } from "./track.ts";

/** One thing that was seen, and what it speaks for. */
export interface Evidence {
  /** A few words. */
  readonly what: string;
  /** Null: for none. */
  readonly says: AgentStateName | null;
}

/** What is seen of an agent's state. */
export interface Verdict {
  readonly state: AgentStateName | null;
  /** What decided, in a few words; why there is no state, where there is none. */
  readonly by: string;
  /** The program's own words and signs are sure; what any program might do is likely. */
  readonly sure: "sure" | "likely" | null;
  /** All that was seen, what decided first. */
  readonly evidence: readonly Evidence[];
}

/** Milliseconds for which a title has to say that a turn is over: some set it before their dialog. */
const TITLE_SETTLES_MS = 300;

/** Seconds after the last output at which one look is enough to call a screen still. */
const QUIET_SECS = 3;

/** Percent of a processor at which a screen that stands still is no sign of rest. */
const BUSY_CPU = 20;

/** Milliseconds after which a process that was not there before is a tool that runs. */
const TOOL_MS = 1000;

/** How still the pane is, as far as it was looked at. */
interface Stillness {
  /** Milliseconds without a change, at least. */
  readonly forMs: number;
  /** How often something changed in the last seconds. */
  readonly changes: number;
}

/**
 * Judges what was followed so far.
 *
 * @param signals the agent's; null when they are not known
 */
export function judge(track: Track, signals: Patience | null): Verdict {
  const options = { stillMs: signals?.stillMs ?? null, workAlways: signals?.workAlways ?? false };
  const evidence = gather(track, options);
  const decided = decide(track, evidence, options);
  const { what } = decided;
  return {
    state: decided.says,
    by: what,
    sure: decided.says === null ? null : decided.likely === true ? "likely" : "sure",
    evidence: [
      { what, says: decided.says },
      ...evidence.filter((other) => other.what !== what),
    ],
  };
}

/** How long to wait for what, of `Matcher`. */
export interface Patience {
  readonly stillMs: number;
  readonly workAlways: boolean;
}

/** What the pane shows, in the order in which it counts. */
function gather(track: Track, { stillMs }: { stillMs: number | null }): Evidence[] {
  const { last } = track;
  const { forMs, changes } = stillnessOf(track);
  const found: Evidence[] = [];
  if (last.title !== null) found.push({ what: `title says ${last.title}`, says: last.title });
  if (last.question) found.push({ what: "a question stands there", says: WAITING });
  if (last.work) found.push({ what: "a row of a turn in progress", says: ACTIVE });
  if (last.atInput) found.push({ what: "the cursor is in the input", says: null });
  if (changes > 0 && forMs < (stillMs ?? STILL_MS)) {
    found.push({ what: "the screen keeps changing", says: stillMs === null ? ACTIVE : null });
  } else if (forMs > 0) {
    found.push({ what: `still for ${(Math.round(forMs / 100) / 10).toFixed(1)} s`, says: null });
  }
  // Programs whose signs are known compute for other ends as well.
  const cpu = stillMs === null ? cpuShare(track) : null;
  if (cpu !== null && cpu >= BUSY_CPU) {
    found.push({ what: `its processes compute (${Math.round(cpu)} %)`, says: ACTIVE });
  }
  if (newTool(track)) found.push({ what: "a process that was not there before", says: ACTIVE });
  return found;
}

type Decision = Evidence & { readonly likely?: boolean };

function decide(
  track: Track,
  evidence: readonly Evidence[],
  { stillMs, workAlways }: { readonly stillMs: number | null; readonly workAlways: boolean },
): Decision {
  const { last } = track;
  const { forMs, changes } = stillnessOf(track);
  const saw = (says: AgentStateName, words: RegExp) =>
    evidence.find((item) => item.says === says && words.test(item.what));
  if (last.agent === null) return { what: "no agent is seen in it", says: null };
  const stuck = last.title === ACTIVE && forMs > 2 * STILL_MS && !last.work;
  if (last.title === WAITING) return { what: "title says waiting", says: WAITING };
  if (last.title === ACTIVE && !stuck) return { what: "title says active", says: ACTIVE };
  if (last.question) {
    return { what: "a question stands there", says: WAITING, likely: stillMs === null };
  }
  if (last.work) return { what: "a row of a turn in progress", says: ACTIVE };
  const tool = saw(ACTIVE, /^a process/);
  if (!last.atInput) {
    if (stillMs === null && changes > 1) {
      return { what: "the screen keeps changing", says: ACTIVE, likely: true };
    }
    if (tool !== undefined) return { ...tool, likely: true };
    return { what: "no input is seen", says: null };
  }
  const told = last.title === IDLE ||
    (track.titleActiveMs !== null && last.title === null && track.titleActiveMs < last.atMs);
  if (told && (last.atMs - track.titleSinceMs >= TITLE_SETTLES_MS || track.looks === 1)) {
    const what = last.title === IDLE ? "title says idle" : "title no longer says active";
    return { what, says: IDLE };
  }
  if (tool !== undefined) return { ...tool, likely: true };
  if (workAlways && track.restMs !== null && last.atMs - track.restMs >= (stillMs ?? STILL_MS)) {
    return { what: "its input, and no sign of a turn", says: IDLE };
  }
  if (forMs >= (stillMs ?? STILL_MS)) {
    const busy = saw(ACTIVE, /compute/);
    if (busy !== undefined) return { ...busy, likely: true };
    return { what: "its input stands still", says: IDLE, likely: stillMs === null };
  }
  if (stillMs === null && changes > 1) {
    return { what: "the screen keeps changing", says: ACTIVE, likely: true };
  }
  return {
    what: changes > 0 ? "the screen has just changed" : "not looked at for long enough",
    says: null,
  };
}

function stillnessOf(track: Track): Stillness {
  const { last, changedMs, firstMs, changes } = track;
  const watched = last.atMs - (changedMs ?? firstMs);
  // Whole seconds of two clocks: it may be one less.
  const quiet = changedMs === null && last.quietSecs !== null && last.quietSecs > QUIET_SECS
    ? (last.quietSecs - 1) * 1000
    : 0;
  return { forMs: Math.max(watched, quiet), changes: changes.length };
}

/** Whether a process came while it was looked at, and stayed. */
function newTool({ seenPids, firstMs, last }: Track): boolean {
  if (last.pids === null) return false;
  return [...seenPids].some(([, since]) => since > firstMs && last.atMs - since >= TOOL_MS);
}
