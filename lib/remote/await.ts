/**
 * Waiting for panes of several hosts.
 *
 * @module
 */

import { type HostSignal, isSettled, readSignals, signalsText } from "../core/remote/host_panes.ts";
import type { Context } from "../ports.ts";
import { askHost, errorThere, warnOrThrow } from "./ask.ts";

/** What is waited for, on which hosts. */
export interface AwaitHosts {
  readonly mode: "any" | "all";
  /** The panes of each host. */
  readonly panes: ReadonlyMap<string, readonly string[]>;
  /** The wait's flags, as words. */
  readonly flags: readonly string[];
}

/**
 * Waits on all hosts at once. With `any` the first host's signal ends it; the waits on the others
 * end with this program, whose programs are killed then.
 *
 * @returns what to print, and the exit code: 1 when a pane died or a host failed
 * @throws {FabError} when the only host fails.
 */
export async function awaitHosts(
  context: Pick<Context, "exec" | "signal" | "out">,
  { mode, panes, flags }: AwaitHosts,
): Promise<{ readonly text: string; readonly code: number }> {
  let failed = false;
  const waits = new Map([...panes].map(([host, own]) => [
    host,
    waitOn(context, { host, panes: own, flags }).then(
      (signals) => ({ host, signals }),
      async (error) => {
        await warnOrThrow(context, error, panes.size);
        failed = true;
        return { host, signals: [] };
      },
    ),
  ]));
  const found = new Map<string, readonly HostSignal[]>();
  while (waits.size > 0) {
    const { host, signals } = await Promise.race(waits.values());
    waits.delete(host);
    found.set(host, signals);
    if (mode === "any" && isSettled(signals)) break;
  }
  const all = [...panes.keys()].flatMap((host) => found.get(host) ?? []);
  const settled = all.filter(({ word }) => word !== "running");
  const shown = mode === "any" && settled.length > 0 ? settled : all;
  const count = [...panes.values()].reduce((sum, own) => sum + own.length, 0);
  return {
    text: shown.length === 0 ? "" : signalsText(shown, { panes: count }),
    code: failed || shown.some(({ word }) => word === "gone") ? 1 : 0,
  };
}

async function waitOn(
  context: Pick<Context, "exec" | "signal">,
  { host, panes, flags }: {
    readonly host: string;
    readonly panes: readonly string[];
    readonly flags: readonly string[];
  },
): Promise<readonly HostSignal[]> {
  const args = ["pane", "await", ...flags, "--", ...panes];
  const result = await askHost(context, { host, args, endsWithUs: true });
  const signals = readSignals(host, result.stdout, panes);
  if (signals.length === 0) throw errorThere(host, result);
  return signals;
}
