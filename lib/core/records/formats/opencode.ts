/**
 * What opencode writes. Its turns are in a database, which is not read.
 *
 * @module
 */

import { at, listAt, parsed, textAt } from "../json.ts";
import type { RecordFormat } from "./format.ts";

/** `prompt-history.jsonl`: what was submitted, of all sessions; written anew when it is full. */
export const OPENCODE_HISTORY: RecordFormat = {
  source: "history",
  layout: "entries",
  text: (text) => text.split("\n").filter((line) => line.trim() !== "").map(parsed),
  entries: (document) => Array.isArray(document) ? document : null,
  read(entry) {
    let text = textAt(entry, "input");
    if (text === null || at(entry, "mode") !== "normal") return [];
    for (const part of listAt(entry, "parts")) {
      const shown = textAt(part, "source", "text", "value");
      const pasted = textAt(part, "text");
      // Something else than a text that was pasted.
      if (shown === null || pasted === null || !text.includes(shown)) return [];
      text = text.replace(shown, () => pasted);
    }
    return [{ kind: "prompt", text }];
  },
};
