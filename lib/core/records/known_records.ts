/**
 * Where the agents that were looked at keep their records, in one place: rows of data, each with the
 * version that it was seen with. Nothing else names a program or a path of one.
 *
 * @module
 */

import { CLAUDE_HISTORY, CLAUDE_SESSION } from "./formats/claude.ts";
import { CODEX_HISTORY, CODEX_ROLLOUT } from "./formats/codex.ts";
import { COPILOT_EVENTS, COPILOT_HISTORY } from "./formats/copilot.ts";
import type { RecordFormat } from "./formats/format.ts";
import { GEMINI_CHAT, GEMINI_LOGS } from "./formats/gemini.ts";
import { KIMI_HISTORY, KIMI_WIRE } from "./formats/kimi.ts";
import { OPENCODE_HISTORY } from "./formats/opencode.ts";
import { PI_SESSION } from "./formats/pi.ts";
import { QWEN_CHAT } from "./formats/qwen.ts";
import type { Records } from "./records.ts";

/** Formats by name. A name that is not here gives no record. */
export const RECORD_FORMATS: Readonly<Record<string, RecordFormat>> = {
  "claude-history": CLAUDE_HISTORY,
  "claude-session": CLAUDE_SESSION,
  "codex-history": CODEX_HISTORY,
  "codex-rollout": CODEX_ROLLOUT,
  "copilot-events": COPILOT_EVENTS,
  "copilot-history": COPILOT_HISTORY,
  "gemini-chat": GEMINI_CHAT,
  "gemini-logs": GEMINI_LOGS,
  "kimi-history": KIMI_HISTORY,
  "kimi-wire": KIMI_WIRE,
  "opencode-history": OPENCODE_HISTORY,
  "pi-session": PI_SESSION,
  "qwen-chat": QWEN_CHAT,
};

/** By the name of the program. */
export const KNOWN_RECORDS: Readonly<Record<string, Records>> = {
  claude: {
    history: "${CLAUDE_CONFIG_DIR:-~/.claude}/history.jsonl",
    history_format: "claude-history",
    turns: "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/{slug}/{session}.jsonl",
    turns_format: "claude-session",
    session_file: "${CLAUDE_CONFIG_DIR:-~/.claude}/sessions/{pid}.json",
    session_key: "sessionId",
    seen_with: "2.1.197",
  },
  codex: {
    history: "${CODEX_HOME:-~/.codex}/history.jsonl",
    history_format: "codex-history",
    turns: "${CODEX_HOME:-~/.codex}/sessions/{newest}/{newest}/{newest}/rollout-*{session}.jsonl",
    turns_format: "codex-rollout",
    helper: "app-server",
    seen_with: "0.171.0",
  },
  kimi: {
    history: "~/.kimi-code/user-history/*.jsonl",
    history_format: "kimi-history",
    turns: "~/.kimi-code/sessions/wd_*_{sha12}/{session}/agents/main/wire.jsonl",
    turns_format: "kimi-wire",
    seen_with: "2.1.0",
  },
  gemini: {
    history: "~/.gemini/tmp/{folder}/logs.json",
    history_format: "gemini-logs",
    turns: "~/.gemini/tmp/{folder}/chats/session-*{session8}.jsonl",
    turns_format: "gemini-chat",
    seen_with: "0.61.0",
  },
  qwen: {
    history: "~/.qwen/tmp/{sha256}/logs.json",
    history_format: "gemini-logs",
    turns: "~/.qwen/projects/{slug}/chats/{session}.jsonl",
    turns_format: "qwen-chat",
    seen_with: "0.15.10",
  },
  pi: {
    turns: "~/.pi/agent/sessions/--{dashes}--/*_{session}.jsonl",
    turns_format: "pi-session",
    seen_with: "0.73.1",
  },
  opencode: {
    history: "${XDG_STATE_HOME:-~/.local/state}/opencode/prompt-history.jsonl",
    history_format: "opencode-history",
    seen_with: "1.18.33",
  },
  copilot: {
    history: "${COPILOT_HOME:-~/.copilot}/command-history-state.json",
    history_format: "copilot-history",
    turns: "${COPILOT_HOME:-~/.copilot}/session-state/{session}/events.jsonl",
    turns_format: "copilot-events",
    session_file: "${COPILOT_HOME:-~/.copilot}/session-state/{session}/inuse.{pid}.lock",
    seen_with: "1.0.102",
  },
};
