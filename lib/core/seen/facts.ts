/**
 * What one look at a pane tells about its agent's state. The facts hold none of the screen's text,
 * so that they can be written to a file that is passed on.
 *
 * @module
 */

import { ACTIVE, type AgentStateName, IDLE, WAITING } from "../agent_state.ts";
import { questionAt } from "../screen/standing_question.ts";
import { lastRow, type Screen } from "../screen/text.ts";
import type { Matcher } from "./signals.ts";

/** A pane at one moment, as it was looked at. */
export interface Glimpse {
  /** Milliseconds by a clock that only goes forward. */
  readonly atMs: number;
  readonly title: string;
  readonly screen: Screen;
  readonly cursorShown: boolean;
  /** Seconds since the window's last output; null when that isn't known. */
  readonly quietSecs: number | null;
  /** Milliseconds of processor time of the pane's processes so far; null when not asked. */
  readonly cpuMs: number | null;
  /** The numbers of its processes; null when not asked. */
  readonly pids: readonly number[] | null;
}

/** {@linkcode Glimpse}, read with the signals of the agent in the pane. */
export interface Facts {
  readonly atMs: number;
  /** The agent's name; null: none is seen, and nothing is said of its state. */
  readonly agent: string | null;
  /** What the title says by the program's own signals, or by those that are common. */
  readonly title: AgentStateName | null;
  /** A number for the title's first character and one for all of it: they tell a change. */
  readonly titleHead: number;
  readonly titleHash: number;
  /** A question stands on the screen. */
  readonly question: boolean;
  /** A row that is there only while a turn is in progress. */
  readonly work: boolean;
  /** The cursor stands in the input. */
  readonly atInput: boolean;
  /** A number for each row, and one for all without spinners and digits. */
  readonly rows: readonly number[];
  readonly calm: number;
  readonly quietSecs: number | null;
  readonly cpuMs: number | null;
  readonly pids: readonly number[] | null;
}

/** Rows from the bottom, blank ones not counted, in which signs of work stand. */
const WORK_ROWS = 14;

/** What turns and counts while nothing comes of it. */
const RESTLESS = /[\u2800-\u28ff🌑-🌘⬝■·✢✳✶✻✽∙◐◓◑◒◎○●◉|/\\\-\d.]/gu;

const SPINNER = /^[\u2801-\u28ff◐◓◑◒]/u;
const ASKING = /\baction required\b/i;

/**
 * Reads a glimpse.
 *
 * @param agent the agent that is in the pane, with its signals when they are known; null for none
 */
export function readFacts(
  glimpse: Glimpse,
  agent: { readonly name: string; readonly matcher: Matcher | null } | null,
): Facts {
  const { title, screen } = glimpse;
  const matcher = agent?.matcher ?? null;
  const rows = screen.rows.slice(0, Math.max(lastRow(screen), screen.cursor.y) + 1);
  const filled = rows.filter((row) => row.trim() !== "");
  const bottom = filled.slice(-WORK_ROWS).join("\n");
  const work = matcher?.work ?? null;
  const input = matcher?.input ? partAtCursor(rows, screen.cursor.y, matcher.input) : null;
  const inInput = matcher?.input ? input !== null : null;
  const own = matcher?.question?.test(filled.slice(-WORK_ROWS).join("\n")) ?? false;
  const asks = agent !== null && inInput !== true &&
    (own || questionAt(screen, glimpse.cursorShown) !== null);
  const restful = filled.filter((row) => work === null || !work.test(row))
    .map((row) => row.replaceAll(RESTLESS, "").trim());
  return {
    atMs: glimpse.atMs,
    agent: agent?.name ?? null,
    title: titleSays(title.trim(), matcher),
    titleHead: hashOf(title.trim().slice(0, 2)),
    titleHash: hashOf(title),
    question: asks,
    work: work?.test(bottom) ?? false,
    atInput: (inInput ?? genericInput(screen)) &&
      !(matcher?.cursor === true && !glimpse.cursorShown),
    // What a person types is no sign of a turn.
    rows: rows.map((row, at) =>
      input !== null && at >= input.from && at <= input.to ? 0 : hashOf(row)
    ),
    calm: hashOf(restful.join("\n")),
    quietSecs: glimpse.quietSecs,
    cpuMs: glimpse.cpuMs,
    pids: glimpse.pids,
  };
}

function titleSays(title: string, matcher: Matcher | null): AgentStateName | null {
  if (matcher?.title.waiting?.test(title) || ASKING.test(title)) return WAITING;
  if (matcher?.title.active?.test(title) || SPINNER.test(title)) return ACTIVE;
  return matcher?.title.idle?.test(title) ? IDLE : null;
}

/** The rows, first and last, of the part of a screen that an expression finds and the cursor is in. */
export function partAtCursor(
  rows: readonly string[],
  y: number,
  pattern: RegExp,
): { readonly from: number; readonly to: number } | null {
  // From each row on: of two boxes the first one may have taken the upper rule of the second.
  for (let from = Math.min(rows.length - 1, y); from >= Math.max(0, y - 40); from--) {
    const match = pattern.exec(rows.slice(from).join("\n"));
    if (match === null || match.index !== 0) continue;
    const to = from + match[0].split("\n").length - 1;
    if (y <= to) return { from, to };
  }
  return null;
}

/** An input as most programs have it: a prompt character before the cursor, and no number. */
function genericInput({ rows, cursor }: Screen): boolean {
  const row = (rows[cursor.y] ?? "").replace(/^[\s│┃|]+/u, "");
  return /^[❯›>»](?!\s*\d+[.)]\s)/u.test(row);
}

/** A number of 32 bits for a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
