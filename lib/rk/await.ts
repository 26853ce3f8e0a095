/**
 * `rk mux await`: waiting for a state or a file, by rk.
 *
 * @module
 */

import { type AgentStateName, isAgentState } from "../core/agent_state.ts";
import type { Context } from "../ports.ts";
import { mux, untilInterrupted } from "./mux.ts";

/** Milliseconds beyond the asked time after which rk is given up on. */
const GRACE_MS = 5000;

/** What rk is to wait for. */
export interface RkWish {
  readonly pane: string;
  readonly server: string | null;
  readonly states: readonly AgentStateName[];
  readonly file: string | null;
  /** Whole seconds, at least one; null waits for as long as it takes. */
  readonly timeoutSecs: number | null;
}

/** What rk reports. */
export type RkSignal = AgentStateName | "file" | "running" | "gone";

/**
 * Waits by rk.
 *
 * @returns null when rk can't be asked, broke off, or reports what it was not asked for
 * @throws {InterruptedError} when a signal came.
 */
export async function rkAwait(
  context: Pick<Context, "exec" | "signal">,
  { pane, server, states, file, timeoutSecs }: RkWish,
): Promise<RkSignal | null> {
  const args = [
    ...["await", pane],
    ...(states.length === 0 ? [] : ["--until", states.join(",")]),
    ...(file === null ? [] : ["--file", file]),
    ...(timeoutSecs === null ? [] : ["--timeout", String(timeoutSecs)]),
  ];
  const timeoutMs = timeoutSecs === null ? null : timeoutSecs * 1000 + GRACE_MS;
  const result = await untilInterrupted(context.signal, mux(context, args, { server, timeoutMs }));
  if (result === null || result.timedOut || result.signal !== null) return null;
  const word = result.stdout.trim();
  if (word === "gone") return result.code === 1 ? word : null;
  if (result.code !== 0) return null;
  if (word === "file") return file === null ? null : word;
  if (word === "running") return timeoutSecs === null ? null : word;
  return isAgentState(word) && states.includes(word) ? word : null;
}
