/**
 * What Qwen Code writes.
 *
 * @module
 */

import type { LineEvent } from "../event.ts";
import { at, listAt, onlyText, textAt, timeAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** `projects/<slug>/chats/<session>.jsonl`: the turns. */
export const QWEN_CHAT: RecordFormat = {
  source: "turns",
  layout: "lines",
  read(line) {
    const about = {
      time: timeAt(line, "timestamp"),
      session: textAt(line, "sessionId"),
      folder: textAt(line, "cwd"),
    };
    return told(line).map((event) => ({ ...about, ...event }));
  },
};

function told(line: unknown): readonly LineEvent[] {
  const parts = listAt(line, "message", "parts");
  switch (at(line, "type")) {
    case "user": {
      const text = parts.length === 1 ? onlyText(parts, null) : null;
      return text === null ? [] : [{ kind: "turn-started" }, { kind: "prompt", text }];
    }
    case "assistant":
      return said(parts);
    default:
      return [];
  }
}

function said(parts: readonly unknown[]): readonly LineEvent[] {
  const events: LineEvent[] = [];
  for (const part of parts) {
    const text = textAt(part, "text");
    const name = textAt(part, "functionCall", "name");
    if (text !== null && at(part, "thought") !== true) events.push({ kind: "message", text });
    if (name !== null) events.push({ kind: "tool", text: name });
  }
  const ends = events.some(({ kind }) => kind === "message") &&
    events.every(({ kind }) => kind !== "tool");
  return ends ? [...events, { kind: "turn-ended" }] : events;
}
