/**
 * What Kimi Code writes.
 *
 * @module
 */

import { at, listAt, onlyText, textAt, timeAt } from "../json.ts";
import type { LineEvent } from "../event.ts";
import type { RecordFormat } from "./format.ts";

/** `user-history/<hash>.jsonl`: what was submitted. */
export const KIMI_HISTORY: RecordFormat = {
  source: "history",
  layout: "lines",
  read(line) {
    const text = textAt(line, "content");
    return text === null ? [] : [{ kind: "prompt", text }];
  },
};

/** `sessions/…/agents/main/wire.jsonl`: the turns. */
export const KIMI_WIRE: RecordFormat = {
  source: "turns",
  layout: "lines",
  read(line) {
    if (textAt(line, "agentId") !== "main") return [];
    const time = timeAt(line, "time");
    return told(line).map((event) => ({ time, ...event }));
  },
};

function told(line: unknown): readonly LineEvent[] {
  switch (at(line, "type")) {
    case "turn.prompt": {
      const text = onlyText(listAt(line, "input"), "text");
      if (text === null || at(line, "origin", "kind") !== "user") return [];
      return [{ kind: "turn-started" }, { kind: "prompt", text }];
    }
    case "context.append_loop_event":
      return step(at(line, "event"));
    case "turn.ended":
      return [{ kind: "turn-ended" }];
    default:
      return [];
  }
}

function step(event: unknown): readonly LineEvent[] {
  const type = at(event, "type");
  const text = textAt(event, "part", "text");
  const name = textAt(event, "name");
  if (type === "content.part" && at(event, "part", "type") === "text" && text !== null) {
    return [{ kind: "message", text }];
  }
  return type === "tool.call" && name !== null ? [{ kind: "tool", text: name }] : [];
}
