/**
 * Asks an agent's own record for its last turn.
 *
 * @module
 */

import { type RecordedTurn, tellsTurn, turnOf } from "../core/seen/recorded_turn.ts";
import type { Context } from "../ports.ts";
import { findRecord } from "../records/find.ts";
import type { PaneRecord } from "../records/pane_record.ts";
import { recordTable } from "../records/settings.ts";
import type { Tmux } from "../tmux/tmux.ts";

/** Milliseconds for which what was read is taken as it was. */
const FRESH_MS = 500;

/** The record of a pane's agent, if it has one. */
export interface TurnReader extends Disposable {
  /** The last turn; null where no record tells it. */
  read(): Promise<RecordedTurn | null>;
}

/** Makes a {@linkcode TurnReader}, which looks for the record when it is first asked. */
export function createTurnReader(context: Context, tmux: Tmux, pane: string): TurnReader {
  let record: PaneRecord | null | undefined;
  let turn: RecordedTurn | null = null;
  let readMs = -Infinity;
  return {
    async read() {
      if (record === undefined) {
        const table = await recordTable(context);
        record = table === null ? null : await findRecord(context, { tmux, pane }, table);
      }
      const now = context.clock.monotonic();
      if (record === null || now - readMs < FRESH_MS) return turn;
      readMs = now;
      const events = await record.last(tellsTurn);
      return turn = events === null ? null : turnOf(events);
    },
    [Symbol.dispose]() {
      record?.[Symbol.dispose]();
    },
  };
}
