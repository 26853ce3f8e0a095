/**
 * `fab pane ready`: can this pane take typed input now (contract §4.6).
 *
 * @module
 */

import { DeliveryError, snippetOf } from "../core/message/delivery.ts";
import type { ParkedReason, Readiness } from "../core/screen/readiness.ts";
import { lastLines, type Screen } from "../core/screen/text.ts";
import type { Context } from "../ports.ts";
import { rkReady } from "../rk/rk.ts";
import { createTmux } from "../tmux/tmux.ts";
import { astrayIn } from "./astray.ts";
import { isGone, withdrawProbe } from "./clean_up.ts";
import { type Look, look, type PaneHandle, paneHandle } from "../look/pane_handle.ts";
import { lockPane } from "./pane_lock.ts";
import { leaveModes } from "../look/pane_mode.ts";
import { refuseDeaf } from "./input/deaf.ts";
import { isPicker, withList } from "./input/picker.ts";
import { takeBack, typeSentinel } from "./input/probe.ts";
import { parkedBy, questionIn } from "./gate/parked.ts";
import { terminalTaken } from "./terminal_taken.ts";

/** What to probe. */
export interface ReadyOptions {
  /** Exact id, `%N`. */
  readonly pane: string;
  readonly server: string | null;
  /** Seconds to go on probing until it is ready; 0 probes once. */
  readonly waitSecs?: number;
}

/** The answer. */
export interface ReadyReport {
  readonly state: Readiness;
  /** Why it is parked; null of another state, and where rk said so without a reason. */
  readonly reason: ParkedReason | null;
  /** The last 20 lines under their header; null when the pane is ready or blank. */
  readonly snippet: string | null;
  /** The same lines without the header. */
  readonly lines: readonly string[];
  /** The sentinel could not be taken back. */
  readonly leftover: boolean;
}

const AGAIN_MS = 150;
/** A lock that was got in fewer milliseconds was free: what was seen before it still holds. */
const LOCK_FREE_MS = 10;

/**
 * Probes a pane until it is ready or the time is over.
 *
 * @throws {PaneMissingError} when there is no such pane.
 * @throws {DeliveryError} `busy` when another sender holds the pane for a minute.
 */
export async function probeReady(context: Context, options: ReadyOptions): Promise<ReadyReport> {
  const tmux = createTmux(context.exec, options.server);
  const handle = paneHandle(context, { pane: options.pane, tmux });
  const end = context.clock.monotonic() + (options.waitSecs ?? 0) * 1000;
  for (;;) {
    const report = await probeOnce(handle);
    const left = end - context.clock.monotonic();
    if (report.state === "ready" || left <= 0) return report;
    await context.clock.sleep(Math.min(AGAIN_MS, left));
  }
}

async function probeOnce(handle: PaneHandle): Promise<ReadyReport> {
  const first = await look(handle);
  const astray = astrayIn(handle, first);
  if (astray !== null && astray !== "tmux mode") {
    return parked({ word: astray, detail: null }, first.screen);
  }
  const word = await rkReady(handle.context, { pane: handle.pane, server: handle.tmux.server });
  if (word !== null) {
    const screen = word === "ready" ? first.screen : (await look(handle)).screen;
    return report(word, screen);
  }
  // A delivery may be on its way, and the sentinel would get into its text.
  const { clock } = handle.context;
  const asked = clock.monotonic();
  const lock = await lockPane(handle, first.facts.socket_path);
  const waited = clock.monotonic() - asked >= LOCK_FREE_MS;
  try {
    return await probeLocked(handle, waited ? await look(handle) : first);
  } finally {
    await lock.release();
  }
}

async function probeLocked(handle: PaneHandle, first: Look): Promise<ReadyReport> {
  const seen = await leaveModes(handle, first);
  const { facts } = seen;
  const astray = astrayIn(handle, seen);
  if (astray !== null) return parked({ word: astray, detail: null }, seen.screen);
  const question = questionIn(seen);
  if (question !== null) return parked(question, seen.screen);
  const terminal = await terminalTaken(handle, {
    panePid: Number(facts.pane_pid),
    paneTty: facts.pane_tty,
  });
  const program = parkedBy(terminal, seen);
  if (program !== null) return parked(program, seen.screen);
  if (terminal.mode === "booting") return report("booting", (await look(handle)).screen);
  try {
    const probe = await withList(handle, await typeSentinel(handle));
    const { gone, screen } = await takeBack(handle, probe);
    if (probe.state === "ready" && terminal.mode === "raw") {
      await refuseDeaf(handle, terminal.pane);
    }
    if (await isPicker(handle, probe, screen)) {
      return { ...parked({ word: "picker", detail: null }, screen), leftover: !gone };
    }
    const reason = probe.state === "parked" ? { word: "no echo", detail: null } as const : null;
    return { ...report(probe.state, probe.after), reason, leftover: !gone };
  } catch (error) {
    if (error instanceof DeliveryError && error.parked !== null) {
      return parked(error.parked, (await look(handle)).screen);
    }
    if (!isGone(error)) await withdrawProbe(handle);
    throw error;
  }
}

function parked(reason: ParkedReason, screen: Screen): ReadyReport {
  return { ...report("parked", screen), reason };
}

function report(state: Readiness, screen: Screen): ReadyReport {
  const nothing = { state, reason: null, leftover: false };
  if (state === "ready") return { ...nothing, snippet: null, lines: [] };
  return { ...nothing, snippet: snippetOf(screen), lines: lastLines(screen, 20) };
}
