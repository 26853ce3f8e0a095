/**
 * `fab pane ask`: a text is delivered, its turn waited for, and the answer read (contract §4.12).
 *
 * @module
 */

import type { AgentStateName } from "../core/agent_state.ts";
import { screenAnswer } from "../core/answer/screen_answer.ts";
import { decodeMark, encodeMark } from "../core/mark/codec.ts";
import { echoPrint, type Mark, markOf } from "../core/mark/mark.ts";
import { untilDistinct } from "../core/message/send_gate.ts";
import { deliver } from "../deliver/deliver.ts";
import { readPaneText, readSince } from "../look/pane_text.ts";
import { readPaneState } from "../look/state.ts";
import type { Context } from "../ports.ts";
import { createTmux, type Tmux } from "../tmux/tmux.ts";
import { type Recorded, recordedTurn } from "./recorded.ts";
import { type TurnEnd, waitForTurn } from "./turn.ts";

/** What to ask, where, and what ends the turn. */
export interface AskOptions {
  /** Exact id, `%N`. */
  readonly pane: string;
  readonly server: string | null;
  /** A text to deliver, or the mark of one that was. */
  readonly question: { readonly text: string } | { readonly resume: Mark };
  readonly id: string | null;
  /** Milliseconds to wait until the pane takes input. */
  readonly waitMs: number;
  readonly timeoutMs: number | null;
  readonly file: string | null;
  readonly pattern: RegExp | null;
  readonly onStep?: (step: string) => void;
}

/** What came of it. */
export interface Asked {
  readonly end: TurnEnd;
  readonly answer: string;
  /** The answer's beginning may be missing. */
  readonly gap: boolean;
  readonly state: AgentStateName | null;
  readonly elapsedMs: number;
  /** With which `resume` goes on; null where the pane is gone. */
  readonly mark: string;
  /** The last lines of the screen. */
  readonly screen: readonly string[];
}

/** Milliseconds for which an answer stays as it is to count as whole, and that this may take. */
const STILL_MS = 150;
const PATIENCE_MS = 1500;
/** Milliseconds by which a record may be behind the screen. */
const LATE_MS = 1500;
/** Lines of the screen that are shown of a turn that did not end. */
const SHOWN = 20;

/**
 * Asks.
 *
 * @throws {DeliveryError} when the text was not delivered.
 * @throws {UsageError} for a mark of another pane.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function ask(context: Context, options: AskOptions): Promise<Asked> {
  const { pane, server, question, onStep } = options;
  const tmux = createTmux(context.exec, server);
  const start = context.clock.monotonic();
  using recorded = recordedTurn(context, tmux, pane);
  const mark = "resume" in question
    ? await checked(tmux, pane, question.resume)
    : await handOver(context, tmux, { ...options, text: question.text, recorded });
  onStep?.("waiting for the end of the turn");
  const { file, pattern, timeoutMs } = options;
  const turn = await waitForTurn(context, tmux, {
    ...{ pane, mark, recorded, file, pattern, timeoutMs },
  });
  const found = turn.end === "gone"
    ? { answer: "", gap: true, screen: [] }
    : await readAnswer(context, tmux, { pane, mark, recorded, end: turn.end });
  return {
    ...found,
    end: turn.end,
    state: turn.state,
    elapsedMs: Math.round(context.clock.monotonic() - start),
    mark: encodeMark(mark),
  };
}

/** Reading the pane once tells whether the mark is its own. */
async function checked(tmux: Tmux, pane: string, mark: Mark): Promise<Mark> {
  await readSince(tmux, pane, mark);
  return mark;
}

/** Delivers, and tells where the text stood before. */
async function handOver(
  context: Context,
  tmux: Tmux,
  options: AskOptions & { readonly text: string; readonly recorded: Recorded },
): Promise<Mark> {
  const { pane, server, text, id, waitMs, onStep } = options;
  await options.recorded.note();
  const before = await readPaneState(tmux, pane);
  // A state that is written in this very second could not be told from this one.
  await context.clock.sleep(untilDistinct(before, context.clock.now()));
  const told = onStep === undefined ? {} : { onStep };
  const done = await deliver(context, { pane, server, text, id, waitMs, mark: true, ...told });
  if (done.mark !== null) return decodeMark(done.mark, "resume");
  // It was delivered before: the answer is behind its echo, wherever that is.
  const { text: now, identity } = await readPaneText(tmux, pane, null);
  const nothing = { ...now, lines: [], history: 0, whole: true };
  return { ...markOf(nothing, identity), echo: echoPrint(text), turn: null };
}

/** Reads the answer once it stands still: a turn's end may be told before its last rows are painted. */
async function readAnswer(
  { clock }: Context,
  tmux: Tmux,
  { pane, mark, recorded, end }: {
    readonly pane: string;
    readonly mark: Mark;
    readonly recorded: Recorded;
    readonly end: TurnEnd;
  },
): Promise<Pick<Asked, "answer" | "gap" | "screen">> {
  const start = clock.monotonic();
  let written = await recorded.answer(mark.echo);
  // What the screen has already, the record may get in a moment.
  while (
    end === "idle" && written !== null && !written.ended && clock.monotonic() - start < LATE_MS
  ) {
    await clock.sleep(STILL_MS);
    written = await recorded.answer(mark.echo);
  }
  for (let before: string | null = null;;) {
    const { text, fresh } = await readSince(tmux, pane, mark);
    const { text: answer, gap } = screenAnswer(text, { fresh, mark });
    const enough = answer === before || clock.monotonic() - start >= PATIENCE_MS;
    if (enough) {
      const rows = text.lines.flatMap((line) => line.rows);
      const screen = rows.slice(-SHOWN);
      return written === null || (written.text === "" && !written.ended)
        ? { answer, gap, screen }
        : { answer: written.text, gap: false, screen };
    }
    before = answer;
    await clock.sleep(STILL_MS);
  }
}
