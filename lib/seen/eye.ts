/**
 * Follows panes from look to look, and tells what is seen of their agents.
 *
 * @module
 */

import type { AgentStateName } from "../core/agent_state.ts";
import { IDLE } from "../core/agent_state.ts";
import { type Facts, readFacts } from "../core/seen/facts.ts";
import { judge, type Verdict } from "../core/seen/judge.ts";
import { follow, type Track } from "../core/seen/track.ts";
import { type AgentTable, type SeenAgent, whoIs } from "../core/seen/who.ts";
import type { Clock } from "../ports.ts";
import type { PaneLook } from "./look.ts";

/** What is seen of a pane's agent. */
export interface Sighting extends Verdict {
  /** The agent's name; null: none is seen. */
  readonly agent: string | null;
  /** Seconds since 1970 since when it is so, as far as is known; null without a state. */
  readonly since: number | null;
  /** The same since when nothing but a spinner or a clock changed. */
  readonly progress: number | null;
  readonly facts: Facts;
}

/** What is known of a pane's processes. */
export interface ProcessClues {
  /** The agent among them. */
  readonly agent: SeenAgent | null;
  readonly cpuMs: number | null;
  /** Null: not asked. */
  readonly pids: readonly number[] | null;
}

/** Remembers panes. */
export interface Eye {
  /** Takes one more look at a pane into account. */
  see(pane: string, look: PaneLook, processes?: ProcessClues | null): Sighting;
  /** What the last look at a pane came to; null: it was not looked at. */
  last(pane: string): Sighting | null;
}

interface Memory {
  readonly track: Track;
  readonly command: string;
  readonly agent: SeenAgent | null;
  readonly state: AgentStateName | null;
  readonly sinceMs: number;
  readonly sighting: Sighting;
}

/** Makes an {@linkcode Eye} that has seen nothing yet. */
export function createEye(table: AgentTable, clock: Clock): Eye {
  const memories = new Map<string, Memory>();
  return {
    see(pane, { clues, glimpse }, processes = null) {
      const before = memories.get(pane);
      const known = before?.command === clues.command ? before.agent : null;
      const agent = processes === null ? whoIs(clues, table) ?? known : processes.agent;
      const facts = readFacts(
        { ...glimpse, cpuMs: processes?.cpuMs ?? null, pids: processes?.pids ?? null },
        agent,
      );
      const track = follow(before?.track ?? null, facts);
      const verdict = judge(track, agent?.matcher ?? null);
      const same = before !== undefined && before.state === verdict.state;
      const sinceMs = same ? before.sinceMs : facts.atMs - restedMs(track, verdict.state);
      const epoch = (ms: number) => Math.floor((clock.now() - (facts.atMs - ms)) / 1000);
      const sighting: Sighting = {
        ...verdict,
        agent: agent?.name ?? null,
        since: verdict.state === null ? null : epoch(sinceMs),
        progress: agent === null ? null : epoch(track.progressMs ?? quietFrom(track)),
        facts,
      };
      memories.set(pane, {
        track,
        command: clues.command,
        agent,
        state: verdict.state,
        sinceMs,
        sighting,
      });
      return sighting;
    },
    last: (pane) => memories.get(pane)?.sighting ?? null,
  };
}

/** For how many milliseconds an agent has been idle already when that is seen. */
function restedMs(track: Track, state: AgentStateName | null): number {
  return state === IDLE ? track.last.atMs - (track.changedMs ?? quietFrom(track)) : 0;
}

/** The last output before the first look; of whole seconds it may be one later. */
function quietFrom({ last, firstMs }: Track): number {
  return Math.min(firstMs, last.atMs - Math.max(0, (last.quietSecs ?? 0) - 1) * 1000);
}
