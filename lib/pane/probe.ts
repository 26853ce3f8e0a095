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
  isBarePrompt,
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
/** The same where the input holds nothing else. */
const TAKE_BACK_ALONE_MS = 1500;
/** As many backspaces show whether a program takes several at once. */
const TRIAL = 2;

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
 * Programs are known that take each read for one key, so that several backspaces at once are text to
 * them. That is tried out with two where somebody's text may stand before the sentinel.
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
  const { ledger } = handle;
  let count = probe.typed + extra;
  if (ledger.backspaces === null && !isBarePrompt(probe.line) && count > TRIAL) {
    await pressBackspace(handle, TRIAL);
    ledger.backspaces = await isCut(handle, probe) ? "at once" : "one by one";
    count += ledger.backspaces === "at once" ? -TRIAL : TRIAL;
  }
  const wait = (leastMs: number) =>
    waitForPane(handle, {
      timeoutMs: Math.max(leastMs, probe.latencyMs * 5),
      check: ({ screen }) => remains(probe, screen) === 0 ? true : null,
    });
  await pressBackspace(handle, count);
  let waited = await wait(ledger.backspaces === null ? TAKE_BACK_ALONE_MS : TAKE_BACK_MS);
  if (waited.found === null && ledger.backspaces === null) {
    if (remains(probe, waited.look.screen) === probe.typed) {
      ledger.backspaces = "one by one";
      await pressBackspace(handle, count * 2);
    }
    waited = await wait(TAKE_BACK_MS);
  }
  if (waited.found === null) {
    const left = remains(probe, waited.look.screen);
    if (left < probe.typed) {
      await pressBackspace(handle, left);
      waited = await wait(TAKE_BACK_MS);
    }
  }
  if (waited.found === null && ledger.backspaces !== "one by one") {
    await pressClearLine(handle);
    waited = await wait(TAKE_BACK_MS);
  }
  return { gone: waited.found !== null, screen: waited.look.screen };
}

/** Whether the sentinel loses its end. */
async function isCut(handle: PaneHandle, probe: Probe): Promise<boolean> {
  const { found } = await waitForPane(handle, {
    timeoutMs: Math.max(TAKE_BACK_MS, probe.latencyMs * 5),
    check: ({ screen }) => remains(probe, screen) < probe.typed ? true : null,
  });
  return found !== null;
}

/** How many letters of the sentinel still stand in the input; 0 when it is gone. */
function remains(probe: Probe, screen: Screen): number {
  if (
    countOnScreen(screen, SENTINEL) > countOnScreen(probe.before, SENTINEL) ||
    rowsOfItsEnd(screen) > rowsOfItsEnd(probe.before)
  ) return probe.typed;
  const prompt = probe.line?.prompt ?? "";
  // A low box that still holds it may show neither its beginning nor the prompt.
  const prompts = ({ rows }: Screen) => rows.some((row) => row.startsWith(prompt.trimEnd()));
  const bare = probe.line !== null && isBarePrompt(probe.line);
  if (bare && prompts(probe.before) && !prompts(screen)) return probe.typed;
  const whole = (FEELER + SENTINEL).slice(-probe.typed);
  for (let length = whole.length - 1; length > 0; length--) {
    const part = prompt + whole.slice(0, length);
    const rows = (of: Screen) => of.rows.filter((row) => row.startsWith(part)).length;
    if (rows(screen) > rows(probe.before)) return length;
  }
  return 0;
}
