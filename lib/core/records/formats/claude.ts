/**
 * What Claude Code writes.
 *
 * @module
 */

import type { LineEvent } from "../event.ts";
import { at, listAt, onlyText, textAt, timeAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** What stands in the input for a paste: the text is beside it, or in another file. */
const PASTED = /\[(?:Pasted text|\.\.\.Truncated text) #(\d+)[^\]]*\]/g;

/** Texts in a user's place that nobody gave: what its own commands and the shell's wrote. */
const NOT_GIVEN = /^<(?:command-|local-command-|bash-|task-notification)/;

/** `history.jsonl`: what was submitted. */
export const CLAUDE_HISTORY: RecordFormat = {
  source: "history",
  layout: "lines",
  read(line) {
    const display = textAt(line, "display");
    if (display === null) return [];
    let whole = true;
    const text = display.replaceAll(PASTED, (word, number: string) => {
      const content = textAt(line, "pastedContents", number, "content");
      whole &&= content !== null;
      return content ?? word;
    });
    if (!whole) return [];
    return [{
      kind: "prompt",
      text,
      time: timeAt(line, "timestamp"),
      session: textAt(line, "sessionId"),
      folder: textAt(line, "project"),
    }];
  },
};

/** `projects/<slug>/<session>.jsonl`: the turns. */
export const CLAUDE_SESSION: RecordFormat = {
  source: "turns",
  layout: "lines",
  read(line) {
    const about = { time: timeAt(line, "timestamp"), session: textAt(line, "sessionId") };
    return (at(line, "isSidechain") === true ? [] : told(line)).map((event) => ({
      ...about,
      ...event,
    }));
  },
};

function told(line: unknown): readonly LineEvent[] {
  switch (at(line, "type")) {
    case "user":
      return asked(line);
    case "assistant":
      return said(line);
    case "attachment": {
      // A queued text that is passed on in the middle of a turn.
      const text = textAt(line, "attachment", "prompt");
      const queued = at(line, "attachment", "type") === "queued_command" && text !== null;
      return queued && !NOT_GIVEN.test(text) ? [{ kind: "prompt", text }] : [];
    }
    case "queue-operation": {
      const text = textAt(line, "content");
      return at(line, "operation") === "enqueue" && text !== null && !NOT_GIVEN.test(text)
        ? [{ kind: "queued", text }]
        : [];
    }
    case "system":
      return at(line, "subtype") === "turn_duration" ? [{ kind: "turn-ended" }] : [];
    default:
      return [];
  }
}

function asked(line: unknown): readonly LineEvent[] {
  if (at(line, "isMeta") === true || at(line, "isCompactSummary") === true) return [];
  const parts = listAt(line, "message", "content");
  const text = textAt(line, "message", "content") ?? onlyText(parts, "text");
  if (text === null || NOT_GIVEN.test(text)) return [];
  if (parts.length > 0 && text.startsWith("[Request interrupted by user")) {
    return [{ kind: "turn-ended" }];
  }
  return [{ kind: "turn-started" }, { kind: "prompt", text }];
}

function said(line: unknown): readonly LineEvent[] {
  const events: LineEvent[] = [];
  for (const part of listAt(line, "message", "content")) {
    const text = textAt(part, "text");
    const name = textAt(part, "name");
    if (at(part, "type") === "text" && text !== null) events.push({ kind: "message", text });
    if (at(part, "type") === "tool_use" && name !== null) events.push({ kind: "tool", text: name });
  }
  const ends = at(line, "message", "stop_reason") === "end_turn" &&
    events.some(({ kind }) => kind === "message");
  return ends ? [...events, { kind: "turn-ended" }] : events;
}
