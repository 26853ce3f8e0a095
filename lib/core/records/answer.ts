/**
 * The last answer in a record.
 *
 * @module
 */

import type { RecordEvent } from "./event.ts";

/**
 * The last message, with those that stand directly before it: an agent that writes them in parts
 * gives one answer. Null where there is none.
 */
export function lastAnswer(events: readonly RecordEvent[]): string | null {
  const end = events.findLastIndex(({ kind }) => kind === "message");
  if (end < 0) return null;
  let start = end;
  while (start > 0 && events[start - 1]?.kind === "message") start--;
  return events.slice(start, end + 1).map(({ text }) => text).join("\n\n");
}
