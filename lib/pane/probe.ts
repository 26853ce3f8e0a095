/**
 * The readiness probe: types the sentinel, looks for it, takes it back.
 *
 * A feeler goes first, so that a menu whose letters are shortcuts never gets a letter.
 *
 * @module
 */

import {
  findScrolledSentinel,
  findSentinel,
  type InputLine,
  rowsOfItsEnd,
} from "../core/input_line.ts";
import { classifyReadiness, FEELER, type Readiness, SENTINEL } from "../core/readiness.ts";
import { countOnScreen, sameScreen, type Screen } from "../core/screen_text.ts";
import { typeFeeler } from "./feeler.ts";
import { look, type PaneHandle, pressBackspace, pressClearLine, typeText } from "./handle.ts";
import { waitForPane } from "./poll.ts";

/**
 * Milliseconds that an echo may take. Programs are known that read nothing for 1.4 s after they
 * painted their input, and some repaint 2 s late: slow is not failed.
 */
export const ECHO_MS = 3000;
/** Milliseconds that backspaces may take before more is tried, which may take more than was typed. */
const TAKE_BACK_MS = 5000;

/** What a probe found. The sentinel is still in the input when `line` is set. */
export interface Probe {
  readonly state: Readiness;
  /** The screen before the first key. */
  readonly before: Screen;
  /** The screen at the end, before anything was taken back. */
  readonly after: Screen;
  /** Where the input is; null when the sentinel was not seen. */
  readonly line: InputLine | null;
  /** The longest that an echo took, in milliseconds. */
  readonly latencyMs: number;
  /** How many characters were typed. */
  readonly typed: number;
}

/** Types the sentinel and looks for it. {@linkcode takeBack} must follow, whatever it found. */
export async function typeSentinel(
  handle: PaneHandle,
  options: { readonly timeoutMs?: number } = {},
): Promise<Probe> {
  const timeoutMs = options.timeoutMs ?? ECHO_MS;
  const still = stillness(timeoutMs / 2);
  const felt = await typeFeeler(handle, {
    timeoutMs,
    instead({ screen }, elapsed) {
      still.watch(screen, elapsed);
      return null;
    },
  });
  const { before, typed, place: feeler } = felt;
  if (feeler === null) {
    const after = felt.look.screen;
    const state = classifyReadiness(false, { first: still.first() ?? before, second: after });
    return { state, before, after, line: null, latencyMs: felt.tookMs, typed };
  }
  await typeText(handle, SENTINEL);
  const word = await waitForPane(handle, {
    timeoutMs,
    check: ({ screen }, elapsed) => {
      still.watch(screen, elapsed);
      return countOnScreen(screen, SENTINEL) > countOnScreen(before, SENTINEL)
        ? findSentinel(before, screen, { feeler: true })
        : findScrolledSentinel({ before, withFeeler: felt.look.screen, after: screen }, feeler);
    },
  });
  const after = word.look.screen;
  return {
    state: classifyReadiness(word.found !== null, {
      first: still.first() ?? before,
      second: after,
    }),
    before,
    after,
    line: word.found,
    latencyMs: Math.max(felt.tookMs, word.tookMs),
    typed: typed + SENTINEL.length,
  };
}

/**
 * Keeps the capture that the last one is compared with: one from the middle of the wait, and when
 * the screen changes after that, the one before its last change. Any two captures of a spinner could
 * be the same.
 */
function stillness(afterMs: number) {
  let first: Screen | null = null;
  let latest: Screen | null = null;
  return {
    watch(screen: Screen, elapsedMs: number): void {
      if (elapsedMs < afterMs) first = screen;
      else if (latest !== null && !sameScreen(latest, screen)) first = latest;
      latest = screen;
    },
    first: () => first,
  };
}

/**
 * Takes a sentinel back, by as many backspaces as it has characters. Where it was seen that is checked,
 * and what is left goes by `C-u`.
 *
 * @param extra further backspaces, to try out whether text stands before the sentinel
 * @returns whether the screen shows none of it any more, and the screen then
 */
export async function takeBack(
  handle: PaneHandle,
  probe: Probe,
  extra = 0,
): Promise<{ readonly gone: boolean; readonly screen: Screen }> {
  if (probe.line === null) {
    // Read now or later, backspaces take back what was typed, and nothing of a draft with it.
    await pressBackspace(handle, probe.typed);
    return { gone: true, screen: (await look(handle)).screen };
  }
  const wait = () =>
    waitForPane(handle, {
      timeoutMs: Math.max(TAKE_BACK_MS, probe.latencyMs * 3),
      check: ({ screen }) => remains(probe, screen) === 0 ? true : null,
    });
  await pressBackspace(handle, probe.typed + extra);
  let waited = await wait();
  if (waited.found === null) {
    const left = remains(probe, waited.look.screen);
    if (left < probe.typed) {
      await pressBackspace(handle, left);
      waited = await wait();
    }
  }
  if (waited.found === null) {
    await pressClearLine(handle);
    waited = await wait();
  }
  return { gone: waited.found !== null, screen: waited.look.screen };
}

/** How many letters of the sentinel still stand in the input; 0 when it is gone. */
function remains(probe: Probe, screen: Screen): number {
  if (
    countOnScreen(screen, SENTINEL) > countOnScreen(probe.before, SENTINEL) ||
    rowsOfItsEnd(screen) > rowsOfItsEnd(probe.before)
  ) return probe.typed;
  const prompt = probe.line?.prompt ?? "";
  const whole = (FEELER + SENTINEL).slice(-probe.typed);
  for (let length = whole.length - 1; length > 0; length--) {
    const part = prompt + whole.slice(0, length);
    const rows = (of: Screen) => of.rows.filter((row) => row.startsWith(part)).length;
    if (rows(screen) > rows(probe.before)) return length;
  }
  return 0;
}
