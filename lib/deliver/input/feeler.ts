/**
 * The single character that goes before any letter: whether a program shows it.
 *
 * @module
 */

import { newRows } from "../../core/screen/new_rows.ts";
import { FEELER, newlyShown } from "../../core/screen/readiness.ts";
import { countOnScreen, type Place, type Screen } from "../../core/screen/text.ts";
import { type Look, lookAndType, type PaneHandle, pressBackspace } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";

/** How often it is typed at most, while the program paints other things at the same time. */
const ROUNDS = 4;
/** Milliseconds that it may take to go again. */
const GOES_MS = 1000;
/** Two captures this far apart must agree that it went: one can be a half-drawn frame. */
const GONE_MS = 25;

/** What came of it. */
export interface Felt<T> {
  /** Where it stands; null when it was not shown, or what was shown may be something else. */
  readonly place: Place | null;
  /** What the caller's own check found first. */
  readonly instead: T | null;
  /** The screen before it was typed. */
  readonly before: Screen;
  readonly look: Look;
  /** Milliseconds that its echo took. */
  readonly tookMs: number;
  /** How many characters are typed and not taken back. */
  readonly typed: number;
}

/**
 * Types the feeler and waits until it is shown. A program that paints something else at the same
 * moment may have painted a dash of its own, a menu that comes up say: then it is taken back and
 * typed again, until nothing else changes, or it stands where the last one stood and went.
 *
 * @param options.instead what else ends the wait
 */
export async function typeFeeler<T>(
  handle: PaneHandle,
  options: {
    readonly timeoutMs: number;
    instead(seen: Look, elapsedMs: number, before: Screen): T | null;
  },
): Promise<Felt<T>> {
  let stood: readonly string[] = [];
  let patienceMs = 0;
  for (let round = 1;; round++) {
    const before = (await lookAndType(handle, FEELER)).screen;
    const { found, look, tookMs } = await waitForPane(handle, {
      timeoutMs: options.timeoutMs,
      check(seen, elapsed) {
        const { screen } = seen;
        const places = newlyShown(before, screen, FEELER);
        const place = paintedMore(before, screen)
          ? places.find((at) => stood.includes(contextOf(screen, at)))
          : places[0];
        if (place !== undefined) return { place, instead: null };
        if (places.length > 0) return elapsed >= patienceMs ? "doubt" : null;
        const instead = options.instead(seen, elapsed, before);
        return instead === null ? null : { place: null, instead };
      },
    });
    const at = { before, look, tookMs, typed: FEELER.length };
    if (found === null) return { ...at, place: null, instead: null };
    if (found !== "doubt") return { ...at, ...found };
    await pressBackspace(handle, FEELER.length);
    if (round === ROUNDS) return { ...at, place: null, instead: null, typed: 0 };
    patienceMs = Math.max(GOES_MS, tookMs * 3);
    const contexts = newlyShown(before, look.screen, FEELER).map((at) =>
      contextOf(look.screen, at)
    );
    stood = await thatGo(handle, { contexts, before }, patienceMs);
  }
}

/** Which of what stood on the screen goes; the lowest is where an input is most often. */
async function thatGo(
  handle: PaneHandle,
  { contexts, before }: { readonly contexts: readonly string[]; readonly before: Screen },
  timeoutMs: number,
): Promise<readonly string[]> {
  const gone = ({ screen }: Look) =>
    contexts.filter((context) => {
      // What was there before, an earlier prompt that begins alike say, need not go.
      const old = before.rows.filter((row) => row.startsWith(context));
      return screen.rows.filter((row) => row.startsWith(context)).every((row) => {
        const at = old.indexOf(row);
        if (at >= 0) old.splice(at, 1);
        return at >= 0;
      });
    });
  let since: number | null = null;
  const { found } = await waitForPane(handle, {
    timeoutMs,
    check(seen, elapsed) {
      const now = gone(seen);
      if (!now.includes(contexts.at(-1) ?? "")) {
        since = null;
        return null;
      }
      since ??= elapsed;
      return elapsed - since >= GONE_MS ? now : null;
    },
  });
  return found ?? [];
}

/** Whether a program showed more than the one character that was typed. */
function paintedMore(before: Screen, now: Screen): boolean {
  return newRows(now, [before], { prompt: "", payload: "" }).length > 0 ||
    countOnScreen(now, FEELER) > countOnScreen(before, FEELER) + FEELER.length;
}

/** A row up to a character that was typed, and with it. */
function contextOf(screen: Screen, { row, index }: Place): string {
  return (screen.rows[row] ?? "").slice(0, index + FEELER.length);
}
