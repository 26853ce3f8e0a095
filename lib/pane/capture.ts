/**
 * Reads a pane's last lines, together with what else is known of the pane.
 *
 * @module
 */

import { PaneMissingError } from "../core/errors.ts";
import { type AgentStateReport, reportAgentState } from "../core/agent_state.ts";
import { type CaptureFacts, lastAnsiLines, paneLines } from "../core/screen/capture_text.ts";
import type { Place } from "../core/map/worktree_place.ts";
import type { Context } from "../ports.ts";
import { newNonce } from "../tmux/framing.ts";
import type { Tmux, TmuxCommand } from "../tmux/tmux.ts";
import { createPlaces } from "./worktree_places.ts";
import { encodeMark } from "../core/mark/codec.ts";
import { joinSince } from "../core/mark/join.ts";
import { type Mark, markOf } from "../core/mark/mark.ts";
import {
  checkMark,
  MARK_ROWS,
  parsePaneText,
  TEXT_FIELDS,
  textCommands,
} from "../look/pane_text.ts";
import { parseStates, stateCommands } from "../look/state.ts";

/** What is wanted of a capture. */
export interface CaptureWish {
  /** Exact id, `%N`. */
  readonly pane: string;
  /** How many lines from the end; null for the whole history. */
  readonly lines: number | null;
  /** Keep colours, as escape sequences. */
  readonly ansi: boolean;
  /** Only what is newer than this; the number of lines does not count then. */
  readonly since?: Mark | null;
  /** Tell where the text ends. */
  readonly mark?: boolean;
}

/** A pane's last lines and what is known of it. */
export interface Capture {
  readonly lines: readonly string[];
  /** The pane's directory as tmux reports it; empty when it doesn't know. */
  readonly cwd: string;
  readonly state: AgentStateReport;
  /** Where the text ends; null when that was not asked for. */
  readonly mark: string | null;
  /** The end of the text that is asked for was not found: the lines are the screen's. */
  readonly gap: boolean;
  /** The first line goes on where the old text ended. */
  readonly continues: boolean;
}

/**
 * A screen that changed less than this many milliseconds ago may be half drawn: a program that
 * clears it and draws it anew does so in several steps. tmux tells activity in whole seconds.
 */
const QUIET_MS = 2000;

/** Milliseconds that a screen must stay as it is to count as whole. */
const STILL_MS = 60;

/** Milliseconds after which a screen that never stands still is taken as it is. */
const PATIENCE_MS = 600;

/** Milliseconds between two looks. */
const STEP_MS = 12;

/**
 * Captures a pane. Where it was quiet, that is one tmux call; a pane that is being repainted is
 * read again until its lines stand still, or patience is over.
 *
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function capturePane(
  context: Pick<Context, "clock">,
  tmux: Tmux,
  wish: CaptureWish,
): Promise<Capture> {
  const started = context.clock.monotonic();
  let shown = await read(context, tmux, wish);
  if (shown.quiet) return shown.capture;
  let since = started;
  for (;;) {
    await context.clock.sleep(STEP_MS);
    const now = context.clock.monotonic();
    const next = await read(context, tmux, wish);
    if (!sameLines(shown.capture.lines, next.capture.lines)) since = now;
    shown = next;
    const at = context.clock.monotonic();
    if (at - since >= STILL_MS || at - started >= PATIENCE_MS) return shown.capture;
  }
}

async function read(
  { clock }: Pick<Context, "clock">,
  tmux: Tmux,
  wish: CaptureWish,
): Promise<{ readonly capture: Capture; readonly quiet: boolean }> {
  const { pane } = wish;
  const since = wish.since ?? null;
  const marked = since !== null || wish.mark === true;
  for (const above of [MARK_ROWS, null]) {
    const nonce = newNonce();
    const textNonce = newNonce();
    const { fields, output } = await tmux.pane(
      pane,
      ["pane_current_path", "pane_height", "alternate_on", "window_activity", ...TEXT_FIELDS],
      [
        ...stateCommands(pane, nonce),
        ...(marked ? textCommands(pane, { above, nonce: textNonce }) : []),
        ...(since === null ? [captureCommand(wish)] : []),
      ],
    );
    const { states, rest } = parseStates(output, nonce);
    const read = marked ? parsePaneText(pane, { fields, output: rest, nonce: textNonce }) : null;
    if (since !== null && read !== null) checkMark(since, read.identity);
    const fresh = since === null || read === null ? null : joinSince(since, read.text);
    if (since !== null && fresh === null && above !== null) continue;
    const height = Number(fields.pane_height);
    const shown = { height, alternate: fields.alternate_on === "1" };
    return {
      capture: {
        lines: fresh?.rows ?? lastLines(read?.rest ?? rest, wish, shown),
        cwd: fields.pane_current_path,
        state: reportAgentState(states.get(pane) ?? null, clock.now()),
        mark: read === null ? null : encodeMark(markOf(read.text, read.identity)),
        gap: fresh?.gap ?? false,
        continues: fresh?.continues ?? false,
      },
      // The second in which there was activity has begun before it. A later second than now's is of
      // before the clock was set back.
      quiet: Math.abs(clock.now() - Number(fields.window_activity) * 1000) >= QUIET_MS,
    };
  }
  throw new PaneMissingError(pane);
}

function captureCommand({ pane, lines, ansi }: CaptureWish): TmuxCommand {
  const from = lines === null ? "-" : String(-lines);
  return ["capture-pane", "-p", "-t", pane, "-S", from, ...(ansi ? ["-e"] : [])];
}

function lastLines(
  text: string,
  { lines, ansi }: CaptureWish,
  facts: CaptureFacts,
): readonly string[] {
  const all = paneLines(text, facts);
  const count = lines ?? all.length;
  return ansi ? lastAnsiLines(all, count) : all.slice(Math.max(0, all.length - count));
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** A capture's pane in the world of repositories and changes. */
export function placeOfCapture(context: Pick<Context, "files">, capture: Capture): Promise<Place> {
  return createPlaces(context.files).of(capture.cwd);
}
