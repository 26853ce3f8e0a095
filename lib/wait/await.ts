/**
 * Waits until a signal fires in panes (contract §4.9).
 *
 * @module
 */

import { dirname, resolve } from "@std/path";
import { lookPause } from "../core/wait/pace.ts";
import type { Mark } from "../core/mark/mark.ts";
import type { AgentTable } from "../core/seen/who.ts";
import { seenWarning } from "../core/seen/state_text.ts";
import type { SeenMoment } from "../core/wait/wish.ts";
import type { AwaitAnswer } from "../core/wait/report.ts";
import { createTally, type TallyOptions } from "../core/wait/tally.ts";
import { PaneMissingError, TmuxError } from "../core/errors.ts";
import type { Context, DirectoryWatch } from "../ports.ts";
import { createTmux, requirePaneId } from "../tmux/tmux.ts";
import { createConnection } from "../look/connection.ts";
import { createExitWatches } from "./exit_watches.ts";
import { createObserver, type PaneGlance } from "./look_at.ts";
import { newLines } from "../look/pane_text.ts";
import { createSeenMoments } from "./seen_moments.ts";
import { createWakeup, type Wakeup } from "../look/wakeup.ts";

/** What to wait for, where, and how long. */
export interface AwaitOptions extends TallyOptions {
  readonly server: string | null;
  /** A file whose appearance ends the wait, whatever the panes do; null for none. */
  readonly file: string | null;
  /** Names of agents' programs when an agent's end is a signal, else null. */
  readonly exit: ReadonlySet<string> | null;
  /** The agents whose state is seen where no hook wrote one; null: none is. */
  readonly seen: AgentTable | null;
  /** Milliseconds; null waits for as long as it takes. */
  readonly timeoutMs: number | null;
  /** A pattern is looked for in what is newer than this; absent or null: on the screen. */
  readonly since?: Mark | null;
}

/** A pane that is no more. */
const GONE: PaneGlance = { alive: false, state: null, screen: null };

/**
 * Waits. The first look comes before any pause, the last one not before the time is over.
 *
 * @throws {PaneMissingError} when a pane does not exist at the beginning; later that is `gone`.
 * @throws {TmuxError} when there is no server at the beginning, or it does not answer.
 * @throws {InterruptedError} when a signal came.
 */
export async function awaitSignal(context: Context, options: AwaitOptions): Promise<AwaitAnswer> {
  options.panes.forEach(requirePaneId);
  const { clock, files } = context;
  const tmux = createTmux(context.exec, options.server);
  const wakeup = createWakeup(clock);
  const tally = createTally(options);
  const since = options.since ?? null;
  const stalls = (options.stalledSecs ?? null) !== null;
  const states = options.state !== null || stalls;
  const seen = options.seen === null || !states ? null : createSeenMoments(context, options.seen);
  const bySight = { told: false };
  const observer = createObserver({
    states,
    screens: options.pattern !== null,
  });
  const file = options.file === null ? null : resolve(context.env.cwd(), options.file);
  const exits = createExitWatches(context, tmux, { agents: options.exit, onChange: wakeup.wake });
  const connection = createConnection(context, tmux, { onChange: wakeup.wake });
  using watch = file === null ? null : files.watch(dirname(file));
  if (watch !== null) wakeAtChanges(watch, wakeup);

  /** Looks at the panes that gave no signal so far. */
  async function look(first: boolean): Promise<void> {
    const glances = await observer.look(connection, tally.pending).catch((error) => {
      if (!first && error instanceof TmuxError && error.reason === "no-server") return null;
      throw error;
    });
    const moments = await seenOf(glances);
    for (const pane of tally.pending) {
      const glance = glances?.get(pane) ?? null;
      if (first && glance === null) throw new PaneMissingError(pane);
      const fresh = since !== null && glance !== null && options.pattern !== null
        ? { screen: await newLines(tmux, pane, since) }
        : {};
      const moment = moments.get(pane) ?? null;
      tally.observe(pane, {
        ...glance ?? GONE,
        ...fresh,
        exited: exits.exited(pane),
        seen: moment,
      });
      const answered = moment !== null && !tally.pending.includes(pane);
      if (answered && !bySight.told) {
        bySight.told = true;
        await context.out.warn(seenWarning(pane));
      }
    }
  }

  /** What is seen of the panes without a hook's state; of all of them where a turn may be stalled. */
  async function seenOf(glances: ReadonlyMap<string, PaneGlance | null> | null) {
    const panes = tally.pending.filter((pane) => {
      const glance = glances?.get(pane) ?? null;
      return glance !== null && glance.alive && (glance.state === null || stalls);
    });
    if (seen === null || panes.length === 0) return new Map<string, SeenMoment>();
    return await seen.look(connection, panes);
  }

  // The end of a pane and that of an agent are told, and so is a file in a directory that is watched.
  const told = !states && options.pattern === null &&
    (file === null || watch !== null);
  const start = clock.monotonic();
  const end = options.timeoutMs === null ? Infinity : start + options.timeoutMs;
  try {
    for (let first = true;; first = false) {
      const asked = clock.monotonic();
      await look(first);
      if (first && !tally.settled && options.exit !== null) {
        await exits.begin(tally.pending);
        await look(false);
      }
      // The file comes last: an agent may write it and end.
      if (file !== null && await files.stat(file) !== null) return { file: true };
      if (tally.settled || asked >= end) return { file: false, panes: tally.outcomes() };
      await connection.stand(tally.pending[0] ?? "");
      const now = clock.monotonic();
      const pause = lookPause(now - start, { connected: connection.standing, told });
      await wakeup.pause(Math.max(0, Math.min(pause, end - now)));
    }
  } finally {
    // They are told to end at once; the answer need not wait until they have.
    void connection.close();
    void exits.close();
  }
}

/** Wakes at every change of a directory, for as long as it is watched. */
async function wakeAtChanges(watch: DirectoryWatch, wakeup: Wakeup): Promise<void> {
  for (;;) {
    await watch.changed();
    wakeup.wake();
  }
}
