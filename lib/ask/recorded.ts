/**
 * The agent's own record of a turn, where there is one that is this pane's for certain.
 *
 * @module
 */

import { isPrompt, type RecordedAnswer, recordedAnswer } from "../core/answer/record_answer.ts";
import type { TextPrint } from "../core/mark/hash.ts";
import type { RecordMark } from "../core/records/mark.ts";
import type { Context } from "../ports.ts";
import { findRecord } from "../records/find.ts";
import type { PaneRecord } from "../records/pane_record.ts";
import { recordTable } from "../records/settings.ts";
import type { Tmux } from "../tmux/tmux.ts";

/** What a record tells of the turn that a text began. */
export interface Recorded extends Disposable {
  /** To be called before the text goes in: what was there is not read then. */
  note(): Promise<void>;
  /** The answer so far; null where the record tells nothing of the turn. */
  answer(echo: TextPrint | null): Promise<RecordedAnswer | null>;
}

/** Makes one for the agent in a pane; one that comes later is found when it is asked for. */
export function recordedTurn(context: Context, tmux: Tmux, pane: string): Recorded {
  let record: PaneRecord | null = null;
  let mark: RecordMark | null = null;
  const found = async () => {
    if (record !== null) return record;
    const table = await recordTable(context);
    record = table === null ? null : await findRecord(context, { tmux, pane }, table);
    return record;
  };
  let missing = false;
  return {
    async note() {
      mark = await (await found())?.note() ?? null;
    },
    async answer(echo) {
      if (missing) return null;
      const own = await found();
      // Looked for twice: an agent may have come with the delivery.
      missing = own === null;
      if (own === null) return null;
      if (mark === null) {
        const events = await own.last((events) => events.some((event) => isPrompt(event, echo)));
        return events === null ? null : recordedAnswer(events, echo);
      }
      const { events, gap } = await own.since(mark);
      return gap ? null : recordedAnswer(events, echo);
    },
    [Symbol.dispose]() {
      record?.[Symbol.dispose]();
    },
  };
}
