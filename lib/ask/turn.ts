/**
 * Waits for the end of the turn that a text began.
 *
 * @module
 */

import { dirname, resolve } from "@std/path";
import {
  ACTIVE,
  type AgentState,
  type AgentStateName,
  IDLE,
  WAITING,
} from "../core/agent_state.ts";
import { PaneMissingError } from "../core/errors.ts";
import type { Mark } from "../core/mark/mark.ts";
import { hasMoved } from "../core/wait/wish.ts";
import { readPaneState } from "../look/state.ts";
import { newLines } from "../look/pane_text.ts";
import type { Context } from "../ports.ts";
import { createEye, type Sighting } from "../seen/eye.ts";
import { lookAtPane } from "../seen/look.ts";
import { seenAgents } from "../seen/settings.ts";
import type { Tmux } from "../tmux/tmux.ts";
import type { Recorded } from "./recorded.ts";
import { createRest, type Rest } from "./rest.ts";

/** What ended it: the agent, a signal that was asked for, the time, or the pane's end. */
export type TurnEnd = "idle" | "waiting" | "file" | "pattern" | "running" | "exited" | "gone";

/** How a turn ended. */
export interface Turn {
  readonly end: TurnEnd;
  /** The agent's state then, by its hooks or as seen; null when neither tells. */
  readonly state: AgentStateName | null;
  /** The state is not told by a hook. */
  readonly seen: boolean;
}

/** What ends a turn, beside the agent's state. */
export interface TurnWish {
  /** From before the text went in. */
  readonly mark: Mark;
  readonly file: string | null;
  readonly pattern: RegExp | null;
  /** Milliseconds; null waits for as long as it takes. */
  readonly timeoutMs: number | null;
}

/** Milliseconds between two looks: at first, so that the turn is seen to begin, and later. */
const SOON_MS = 60;
const LATER_MS = 180;
const SOON_FOR_MS = 4000;
/** Milliseconds between two looks into the agent's record. */
const RECORD_EVERY_MS = 250;
/** Milliseconds for which an agent may be seen at work behind the end that its record tells. */
const STILL_ACTIVE_MS = 2000;

/**
 * Waits. The first look comes before any pause.
 *
 * @throws {InterruptedError} when a signal came.
 */
export async function waitForTurn(
  context: Context,
  tmux: Tmux,
  { pane, recorded, ...wish }: TurnWish & { readonly pane: string; readonly recorded: Recorded },
): Promise<Turn> {
  const { clock, files } = context;
  const table = await seenAgents(context);
  const eye = createEye(table ?? { matchers: new Map(), names: new Map() }, clock);
  const rest = createRest(table !== null);
  const file = wish.file === null ? null : resolve(context.env.cwd(), wish.file);
  using watch = file === null ? null : files.watch(dirname(file));
  const start = clock.monotonic();
  const end = wish.timeoutMs === null ? Infinity : start + wish.timeoutMs;
  const baseline = wish.mark.turn ?? null;
  const other = wish.file !== null || wish.pattern !== null;
  let read = -Infinity;
  let ended = -1;
  /** Whether the record tells the end, and nothing is seen to go on. */
  async function over(atMs: number): Promise<boolean> {
    if (ended < 0 && atMs - read >= RECORD_EVERY_MS) {
      read = atMs;
      if ((await recorded.answer(wish.mark.echo))?.ended === true) ended = atMs;
    }
    const working = eye.last(pane)?.state === ACTIVE;
    return ended >= 0 && (!working || atMs - ended >= STILL_ACTIVE_MS);
  }
  try {
    for (;;) {
      const asked = clock.monotonic();
      const hook = await readPaneState(tmux, pane);
      const sighting = eye.see(pane, await lookAtPane(tmux, pane, clock));
      if (file !== null && await files.stat(file) !== null) return told("file", hook, sighting);
      if (wish.pattern?.test(await newLines(tmux, pane, wish.mark))) {
        return told("pattern", hook, sighting);
      }
      if (!other && await over(asked)) return told("idle", hook, sighting);
      const word = wordOf({ hook, baseline, sighting, rest, atMs: asked - start }, wish);
      if (word !== null) return told(word, hook, sighting);
      if (asked >= end) return told("running", hook, sighting);
      const pause = asked - start < SOON_FOR_MS ? SOON_MS : LATER_MS;
      const sleep = clock.sleep(Math.max(0, Math.min(pause, end - clock.monotonic())));
      await (watch === null ? sleep : Promise.race([sleep, watch.changed()]));
    }
  } catch (error) {
    if (!(error instanceof PaneMissingError)) throw error;
    return { end: "gone", state: null, seen: false };
  }
}

function told(end: TurnEnd, hook: AgentState | null, sighting: Sighting): Turn {
  const state = hook?.state ?? sighting.state ?? (end === IDLE || end === WAITING ? end : null);
  return { end, state, seen: hook === null };
}

/** What the agent's state says; null: nothing that ends a turn. */
function wordOf(
  { hook, baseline, sighting, rest, atMs }: {
    readonly hook: AgentState | null;
    readonly baseline: AgentState | null;
    readonly sighting: Sighting;
    readonly rest: Rest;
    readonly atMs: number;
  },
  wish: TurnWish,
): TurnEnd | null {
  const by = rest.look(sighting, atMs);
  if (by === "exited") return by;
  // A person is needed whatever was waited for; the end of a turn alone is not what was asked.
  const other = wish.file !== null || wish.pattern !== null;
  if (hook !== null) {
    const moved = hasMoved({ states: [], newerThan: { baseline } }, hook) || rest.begun;
    if (!moved) return null;
    if (hook.state === WAITING) return "waiting";
    return hook.state === IDLE && !other ? "idle" : null;
  }
  return by === "idle" && other ? null : by;
}
