/**
 * Keeps what was looked at, for `fab pane state --record`.
 *
 * @module
 */

import { formatRecord, type RecordedLook } from "../core/seen/record.ts";
import type { AgentTable } from "../core/seen/who.ts";
import type { Sighting } from "./eye.ts";
import type { PaneLook } from "./look.ts";

/** Keeps looks. */
export interface Recorder {
  readonly onLook: (look: PaneLook, sighting: Sighting) => void;
  /** The file's content. */
  content(): string;
}

/** Looks that are kept at most: an hour at ten a second. */
const MOST = 36_000;

/** Makes a {@linkcode Recorder} without a look. When it is full the oldest looks go. */
export function createRecorder(
  { matchers }: AgentTable,
  { withText }: { readonly withText: boolean },
): Recorder {
  const looks: RecordedLook[] = [];
  return {
    onLook({ glimpse }, { facts, state }) {
      if (looks.length === MOST) looks.shift();
      const text = { title: glimpse.title, rows: glimpse.screen.rows };
      looks.push({ facts, state, ...(withText ? { text } : {}) });
    },
    content() {
      const agent = looks.findLast(({ facts }) => facts.agent !== null)?.facts.agent ?? null;
      const matcher = agent === null ? null : matchers.get(agent) ?? null;
      const signals = matcher === null
        ? null
        : { stillMs: matcher.stillMs, workAlways: matcher.workAlways };
      return formatRecord({ format: 1, agent, signals }, looks);
    },
  };
}
