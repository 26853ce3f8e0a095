/**
 * What Copilot CLI writes.
 *
 * @module
 */

import type { LineEvent } from "../event.ts";
import { at, listAt, textAt, timeAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** `command-history-state.json`: what was submitted, the newest first. */
export const COPILOT_HISTORY: RecordFormat = {
  source: "history",
  layout: "entries",
  entries(document) {
    const list = at(document, "commandHistory");
    return Array.isArray(list) ? list.toReversed() : null;
  },
  // A long text stands in it by a placeholder, as in its input.
  read: (entry) =>
    typeof entry !== "string" || /\[(?:Paste|Saved)[^\]]*\]/.test(entry)
      ? []
      : [{ kind: "prompt", text: entry }],
};

/** `session-state/<session>/events.jsonl`: the turns. */
export const COPILOT_EVENTS: RecordFormat = {
  source: "turns",
  layout: "lines",
  header(line) {
    if (at(line, "type") !== "session.start") return null;
    return {
      session: textAt(line, "data", "sessionId"),
      folder: textAt(line, "data", "context", "cwd"),
    };
  },
  read(line) {
    const time = timeAt(line, "timestamp");
    return told(textAt(line, "type"), at(line, "data")).map((event) => ({ time, ...event }));
  },
};

/** A turn has steps, each with a start and an end; one that asked for tools goes on. */
function told(type: string | null, data: unknown): readonly LineEvent[] {
  switch (type) {
    case "user.message": {
      const text = textAt(data, "content");
      return text === null ? [] : [{ kind: "turn-started" }, { kind: "prompt", text }];
    }
    case "assistant.message": {
      const text = textAt(data, "content");
      const tools = listAt(data, "toolRequests").map((tool) => textAt(tool, "name"));
      const named = tools.filter((name) => name !== null);
      const said: LineEvent[] = text === null || text === "" ? [] : [{ kind: "message", text }];
      if (named.length > 0) {
        return [
          ...said,
          ...named.map((text) => ({ kind: "tool", text }) as const),
        ];
      }
      return said.length > 0 ? [...said, { kind: "turn-ended" }] : [];
    }
    case "abort":
      return [{ kind: "turn-ended" }];
    default:
      return [];
  }
}
