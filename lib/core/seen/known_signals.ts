/**
 * The signals of programs that were looked at, in one place: rows of data, each with the version
 * that it was seen with. Nothing else names a program. Measured in recordings of real programs,
 * which the tests beside this file replay.
 *
 * @module
 */

import type { Signals } from "./signals.ts";

/** A box between two rules, whose first row begins with one of these characters. */
const ruled = (glyphs: string) =>
  `^\\s*─{4,}.*\\n\\s*[${glyphs}](?!\\s*\\d+[.)]\\s).*\\n(?:.*\\n){0,14}?\\s*─{4,}`;

const BRAILLE = "[\\u2801-\\u28ff]";

/** By the name of the program. */
export const KNOWN_SIGNALS: Readonly<Record<string, Signals>> = {
  claude: {
    known_by: "^✳ ",
    title_active: `^${BRAILLE}`,
    title_idle: "^✳",
    work: "\\besc to interrupt\\b|^\\s*[·✢✳✶✻✽*] \\S+…(?: \\(|\\s*$)",
    work_always: true,
    input: ruled("❯!#"),
    still_ms: 800,
    seen_with: "2.1.197",
  },
  codex: {
    title_active: `^${BRAILLE}`,
    title_waiting: "Action Required",
    work: "^\\s*[•◦] .*esc to interrupt\\)|^\\s*[•◦] Working \\(",
    input: "^\\s*[›!](?!\\s*\\d+[.)]\\s).*(?:\\n(?!\\s*$).*){0,14}",
    cursor: true,
    still_ms: 2000,
    seen_with: "0.171.0",
  },
  kimi: {
    work: `^\\s*[🌑🌒🌓🌔🌕🌖🌗🌘](?:\\s|$)|^\\s*${BRAILLE} \\S+…`,
    work_always: true,
    input: "^\\s*╭.*\\n\\s*│ [>!](?!\\s*\\d+[.)]\\s).*\\n(?:\\s*│.*\\n){0,14}?\\s*╰",
    still_ms: 800,
    seen_with: "2.1.0",
  },
  gemini: {
    known_by: "^[◇✦✋] ",
    title_active: "^✦",
    title_waiting: "^✋",
    title_idle: "^◇",
    work: "\\(esc to cancel,",
    work_always: true,
    input: "^\\s*▄{8,}\\n\\s*[>!*](?!\\s*\\d+[.)]\\s).*\\n(?:.*\\n){0,14}?\\s*▀{8,}",
    still_ms: 800,
    seen_with: "0.61.0",
  },
  qwen: {
    known_by: "^Qwen - ",
    work: "\\besc\\s+to\\s+cancel\\)|^\\s*\\S.*\\((?:\\d+m )?\\d+s(?: ·.*)?$",
    work_always: true,
    // Its cursor stands anywhere below its box.
    input: `${ruled(">!*")}(?:.*\\n?){0,8}`,
    still_ms: 800,
    seen_with: "0.15.10",
  },
  opencode: {
    known_by: "^OC \\||^OpenCode$",
    work: "^\\s*[⬝■]{6,}|\\besc\\s+interrupt\\b",
    work_always: true,
    input: "^\\s*┃.*\\n(?:\\s*┃.*\\n){1,20}\\s*╹▀{4,}",
    question: "\\bAllow once\\s{2,}Allow always\\b",
    cursor: true,
    still_ms: 800,
    seen_with: "1.18.33",
  },
  copilot: {
    known_by: "GitHub Copilot$",
    work: "\\b(?:Working|Thinking)\\b.*\\besc\\b",
    work_always: true,
    input: ruled("❯!"),
    cursor: true,
    still_ms: 800,
    seen_with: "1.0.102",
  },
  pi: {
    known_by: "^π - ",
    work: `^\\s*${BRAILLE} \\S.*\\.\\.\\.`,
    work_always: true,
    input: "^\\s*─{4,}\\n(?:.*\\n){1,14}?\\s*─{4,}",
    still_ms: 800,
    seen_with: "0.73.1",
  },
};

/** Names that processes of these programs give themselves. */
export const OTHER_NAMES: Readonly<Record<string, string>> = { "kimi-code": "kimi" };
