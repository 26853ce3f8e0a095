/**
 * Panes of several hosts: how they are named, and what the hosts' waits come to together.
 *
 * @module
 */

import { AGENT_STATES } from "../agent_state.ts";
import { UsageError } from "../errors.ts";
import { quoted } from "../visible.ts";

/**
 * The panes of each host. `<host>:%3` is a pane of that host, `%3` one of each.
 *
 * @throws {UsageError} for a pane of a host that is not among them, and a host without a pane.
 */
export function panesByHost(
  hosts: readonly string[],
  panes: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const byHost = new Map(hosts.map((host) => [host, new Set<string>()]));
  for (const word of panes) {
    const [, host, pane = word] = /^(.*):(%[^:]*)$/s.exec(word) ?? [];
    const chosen = host === undefined ? [...byHost.values()] : [byHost.get(host)];
    for (const set of chosen) {
      if (set === undefined) throw new UsageError(`${quoted(word)}: no --host ${quoted(host!)}`);
      set.add(pane);
    }
  }
  for (const [host, { size }] of byHost) {
    if (size === 0) throw new UsageError(`--host ${quoted(host)}: no pane of it is named`);
  }
  return new Map([...byHost].map(([host, set]) => [host, [...set]]));
}

/** What a host's wait printed: a word for one pane, `<word> %N` for several, `file` for all. */
export interface HostSignal {
  readonly host: string;
  /** Null for `file`, which concerns all of the host's panes. */
  readonly pane: string | null;
  readonly word: string;
}

/** The words that a wait may print for a pane. */
const WORDS: readonly string[] = [
  ...AGENT_STATES,
  ...["unknown", "stalled", "pattern", "exited", "gone", "running"],
];

/**
 * Reads the lines that a wait printed there; lines of another form are left out.
 *
 * @param panes those that it was asked about
 */
export function readSignals(host: string, text: string, panes: readonly string[]): HostSignal[] {
  const signals: HostSignal[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [word = "", pane = panes[0] ?? "", more] = line.split(" ");
    if (more !== undefined || !panes.includes(pane)) continue;
    if (word === "file") signals.push({ host, pane: null, word });
    else if (WORDS.includes(word)) signals.push({ host, pane, word });
  }
  return signals;
}

/** Whether one of a host's signals ends a wait for any. */
export function isSettled(signals: readonly HostSignal[]): boolean {
  return signals.some(({ word }) => word !== "running");
}

/** What the waits print: one word where one pane was asked about, else the words with their panes. */
export function signalsText(signals: readonly HostSignal[], { panes }: { panes: number }): string {
  if (panes === 1) return `${signals[0]?.word ?? "running"}\n`;
  return signals.map(({ host, pane, word }) =>
    `${word} ${host}${pane === null ? "" : `:${pane}`}\n`
  ).join("");
}
