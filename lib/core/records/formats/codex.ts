/**
 * What Codex writes.
 *
 * @module
 */

import type { LineEvent } from "../event.ts";
import { at, listAt, onlyText, textAt, timeAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** `history.jsonl`: what was submitted. */
export const CODEX_HISTORY: RecordFormat = {
  source: "history",
  layout: "lines",
  read(line) {
    const text = textAt(line, "text");
    const session = textAt(line, "session_id");
    if (text === null || session === null) return [];
    return [{ kind: "prompt", text, session, time: timeAt(line, "ts") }];
  },
};

/** `sessions/<year>/<month>/<day>/rollout-*.jsonl`: the turns. */
export const CODEX_ROLLOUT: RecordFormat = {
  source: "turns",
  layout: "lines",
  header(line) {
    if (at(line, "type") !== "session_meta") return null;
    return { session: textAt(line, "payload", "id"), folder: textAt(line, "payload", "cwd") };
  },
  read(line) {
    const time = timeAt(line, "timestamp");
    return told(line).map((event) => ({ time, ...event }));
  },
};

function told(line: unknown): readonly LineEvent[] {
  const payload = at(line, "payload");
  const type = at(payload, "type");
  if (at(line, "type") === "response_item") {
    const name = textAt(payload, "name");
    const call = type === "function_call" || type === "custom_tool_call";
    return call && name !== null ? [{ kind: "tool", text: name }] : [];
  }
  if (at(line, "type") !== "event_msg") return [];
  switch (type) {
    case "task_started":
    case "turn_started":
      return [{ kind: "turn-started" }];
    case "task_complete":
    case "turn_complete":
    case "turn_aborted":
      return [{ kind: "turn-ended" }];
    case "user_message":
      return given("prompt", textAt(payload, "message"));
    case "agent_message":
      return given("message", textAt(payload, "message"));
    case "item_completed":
      return item(at(payload, "item"));
    default:
      return [];
  }
}

function item(value: unknown): readonly LineEvent[] {
  const content = listAt(value, "content");
  switch (at(value, "type")) {
    case "UserMessage":
      return given("prompt", onlyText(content, "text"));
    case "AgentMessage":
      return given("message", onlyText(content, "Text"));
    default:
      return [];
  }
}

function given(kind: "prompt" | "message", text: string | null): readonly LineEvent[] {
  return text === null ? [] : [{ kind, text }];
}
