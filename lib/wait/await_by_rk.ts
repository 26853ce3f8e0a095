/**
 * Which waits are rk's, and asking it for them.
 *
 * @module
 */

import { whoIs } from "../core/seen/who.ts";
import { lookAtPane } from "../seen/look.ts";
import type { AwaitAnswer } from "../core/wait/report.ts";
import type { Context } from "../ports.ts";
import { rkAwait } from "../rk/await.ts";
import { readPaneState } from "../look/state.ts";
import { createTmux } from "../tmux/tmux.ts";
import { type AwaitOptions, awaitSignal } from "./await.ts";

/**
 * Waits by rk where rk can wait for all that is asked for, else here. When rk can't be asked or
 * breaks off, what is left of the time is waited here.
 *
 * @throws what {@linkcode awaitSignal} throws.
 */
export async function awaitByRkOrHere(
  context: Context,
  options: AwaitOptions,
): Promise<AwaitAnswer> {
  const [pane] = options.panes;
  const start = context.clock.monotonic();
  if (pane === undefined || !isRks(options)) return await awaitSignal(context, options);
  // A pane that was never there is an error and not `gone`, whoever waits.
  const tmux = createTmux(context.exec, options.server);
  const state = await readPaneState(tmux, pane);
  // rk knows what hooks wrote. Where none did, it may wait for ever for what can be seen.
  if (state === null && options.state !== null && options.seen !== null) {
    const { clues } = await lookAtPane(tmux, pane, context.clock);
    if (whoIs(clues, options.seen) !== null) return await awaitSignal(context, options);
  }
  const word = await rkAwait(context, {
    pane,
    server: options.server,
    states: options.state?.states ?? [],
    file: options.file,
    timeoutSecs: wholeSeconds(options.timeoutMs),
  });
  if (word === "file") return { file: true };
  if (word !== null) return { file: false, panes: [{ pane, signal: word }] };
  if (options.timeoutMs === null) return await awaitSignal(context, options);
  const spent = context.clock.monotonic() - start;
  return await awaitSignal(context, {
    ...options,
    timeoutMs: Math.max(0, options.timeoutMs - spent),
  });
}

/** Whether rk has all the signals: one pane, a state or a file, whole seconds. */
function isRks(options: AwaitOptions): boolean {
  const { panes, pattern, exit, timeoutMs, state, stalledSecs = null } = options;
  if (state?.newerThan !== undefined || stalledSecs !== null) return false;
  return panes.length === 1 && pattern === null && exit === null && isRksTime(timeoutMs);
}

/** Whether a time limit can be told to rk: none, or whole seconds, at least one. */
export function isRksTime(timeoutMs: number | null): boolean {
  return timeoutMs === null || (timeoutMs >= 1000 && timeoutMs % 1000 === 0);
}

/** A time limit of {@linkcode isRksTime} as rk takes it. */
export function wholeSeconds(timeoutMs: number | null): number | null {
  return timeoutMs === null ? null : timeoutMs / 1000;
}
