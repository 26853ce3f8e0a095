/**
 * Looks at many panes at once, over a channel, as often as it is asked to.
 *
 * @module
 */

import {
  AGENT_STATE_OPTION,
  type AgentState,
  LEGACY_AGENT_STATE_OPTION,
  resolveAgentState,
} from "../core/agent_state.ts";
import { screenForPattern } from "../core/wait/wish.ts";
import type { Channel } from "../tmux/channel.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";

const FIELDS = ["pane_id", "pane_dead", AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION] as const;

/** A pane at one moment. */
export interface PaneGlance {
  /** Its program has not ended. */
  readonly alive: boolean;
  /** Read strictly at pane scope; null when it is unknown or was not asked for. */
  readonly state: AgentState | null;
  /** Null when it was not asked for. */
  readonly screen: string | null;
}

/** Looks; remembers what it need not ask again. */
export interface Observer {
  /**
   * @returns null for a pane that does not exist
   * @throws what {@linkcode Channel.ask} throws.
   */
  look(channel: Channel, panes: readonly string[]): Promise<ReadonlyMap<string, PaneGlance | null>>;
}

/** What a format and the pane itself said. */
interface Known {
  readonly found: string;
  readonly state: AgentState | null;
  /** The format found what the pane itself does not have: it can't tell when that changes. */
  readonly leaked: boolean;
}

/**
 * Makes an {@linkcode Observer}. A format finds values of outer scopes as well, so it only tells
 * that something changed; then the pane itself is asked.
 */
export function createObserver(
  wanted: { readonly states: boolean; readonly screens: boolean },
): Observer {
  const known = new Map<string, Known>();
  return {
    async look(channel, panes) {
      const nonce = newNonce();
      const format = fieldsFormat(FIELDS, nonce);
      const each = wanted.screens ? 2 : 1;
      const answers = await channel.ask(panes.flatMap((pane) => [
        ["display-message", "-p", "-t", pane, format],
        ...(wanted.screens ? [["capture-pane", "-p", "-J", "-t", pane]] : []),
      ]));
      const records = panes.map((pane, index) => {
        const record = parseRecords(answers[index * each] ?? "", FIELDS, nonce).records[0];
        // Some versions answer for another pane, or with nothing, instead of failing.
        return record?.pane_id === pane ? record : null;
      });
      if (wanted.states) await askAgain(channel, { panes, records, known });
      return new Map(panes.map((pane, index) => {
        const record = records[index] ?? null;
        if (record === null) return [pane, null];
        const screen = wanted.screens ? screenForPattern(answers[index * each + 1] ?? "") : null;
        const state = known.get(pane)?.state ?? null;
        return [pane, { alive: record.pane_dead !== "1", state, screen }];
      }));
    },
  };
}

type Fields = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Asks the panes themselves for their state, where what formats find has changed. */
async function askAgain(
  channel: Channel,
  { panes, records, known }: {
    readonly panes: readonly string[];
    readonly records: readonly (Fields | null)[];
    readonly known: Map<string, Known>;
  },
): Promise<void> {
  const asked: { readonly pane: string; readonly found: string }[] = [];
  panes.forEach((pane, index) => {
    const record = records[index];
    const values = [record?.[AGENT_STATE_OPTION] ?? "", record?.[LEGACY_AGENT_STATE_OPTION] ?? ""];
    const found = JSON.stringify(values);
    const before = known.get(pane);
    if (values.every((value) => value === "")) {
      known.set(pane, { found, state: null, leaked: false });
    } else if (before?.found !== found || before.leaked) asked.push({ pane, found });
  });
  if (asked.length === 0) return;
  const answers = await channel.ask(asked.flatMap(({ pane }) => [
    ["show-options", "-pqv", "-t", pane, AGENT_STATE_OPTION],
    ["show-options", "-pqv", "-t", pane, LEGACY_AGENT_STATE_OPTION],
  ]));
  asked.forEach(({ pane, found }, index) => {
    const [canonical = "", legacy = ""] = answers.slice(index * 2, index * 2 + 2)
      .map((answer) => answer.replace(/\n$/, ""));
    known.set(pane, {
      found,
      state: resolveAgentState(canonical, legacy),
      leaked: found !== JSON.stringify([canonical, legacy]),
    });
  });
}
