/**
 * What Gemini CLI writes. Qwen Code keeps the same history.
 *
 * @module
 */

import type { LineEvent } from "../event.ts";
import { at, listAt, onlyText, textAt, timeAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** `tmp/<project>/logs.json`: what was submitted. */
export const GEMINI_LOGS: RecordFormat = {
  source: "history",
  layout: "entries",
  entries: (document) => Array.isArray(document) ? document : null,
  read(entry) {
    const text = textAt(entry, "message");
    if (text === null || at(entry, "type") !== "user") return [];
    const session = textAt(entry, "sessionId");
    return [{ kind: "prompt", text, session, time: timeAt(entry, "timestamp") }];
  },
};

/** `tmp/<project>/chats/session-*.jsonl`: the turns. */
export const GEMINI_CHAT: RecordFormat = {
  source: "turns",
  layout: "lines",
  header(line) {
    const session = textAt(line, "sessionId");
    return session === null ? null : { session, folder: null };
  },
  read(line) {
    const time = timeAt(line, "timestamp");
    return told(line).map((event) => ({ time, ...event }));
  },
};

function told(line: unknown): readonly LineEvent[] {
  switch (at(line, "type")) {
    case "user": {
      const parts = listAt(line, "content");
      const text = parts.length === 1 ? onlyText(parts, null) : null;
      return text === null ? [] : [{ kind: "turn-started" }, { kind: "prompt", text }];
    }
    case "gemini": {
      const tools = listAt(line, "toolCalls").map((call) => textAt(call, "name"));
      // A message with tools was written before without them.
      if (tools.length > 0) {
        return tools.filter((name) => name !== null).map((text) => ({ kind: "tool", text }));
      }
      const text = textAt(line, "content");
      return text === null || text === ""
        ? []
        : [{ kind: "message", text }, { kind: "turn-ended" }];
    }
    default:
      return [];
  }
}
