/**
 * What pi writes: a session's first prompt only with its answer.
 *
 * @module
 */

import type { LineEvent } from "../event.ts";
import { at, listAt, onlyText, textAt, timeAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** `agent/sessions/<folder>/<time>_<session>.jsonl`: the turns. */
export const PI_SESSION: RecordFormat = {
  source: "turns",
  layout: "lines",
  header: (line) =>
    at(line, "type") === "session"
      ? { session: textAt(line, "id"), folder: textAt(line, "cwd") }
      : null,
  read(line) {
    if (at(line, "type") !== "message") return [];
    const time = timeAt(line, "timestamp");
    return told(at(line, "message")).map((event) => ({ time, ...event }));
  },
};

function told(message: unknown): readonly LineEvent[] {
  const content = listAt(message, "content");
  switch (at(message, "role")) {
    case "user": {
      const text = textAt(message, "content") ?? onlyText(content, "text");
      return text === null ? [] : [{ kind: "turn-started" }, { kind: "prompt", text }];
    }
    case "assistant":
      return said(message, content);
    default:
      return [];
  }
}

function said(message: unknown, content: readonly unknown[]): readonly LineEvent[] {
  const events: LineEvent[] = [];
  for (const part of content) {
    const text = textAt(part, "text");
    const name = textAt(part, "name");
    if (at(part, "type") === "text" && text !== null) events.push({ kind: "message", text });
    if (at(part, "type") === "toolCall" && name !== null) events.push({ kind: "tool", text: name });
  }
  const why = textAt(message, "stopReason");
  const ended = why === "stop" || why === "length" || why === "error" || why === "aborted";
  return ended ? [...events, { kind: "turn-ended" }] : events;
}
