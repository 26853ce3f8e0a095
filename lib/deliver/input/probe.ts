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
} from "../../core/screen/input_line.ts";
import {
  classifyReadiness,
  FEELER,
  type Readiness,
  SENTINEL,
} from "../../core/screen/readiness.ts";
import { countOnScreen, sameScreen, type Screen } from "../../core/screen/text.ts";
import { refuseDeaf } from "./deaf.ts";
import { typeFeeler } from "./feeler.ts";
import {
  look,
  type PaneHandle,
  pressBackspace,
  pressClearLine,
  typeText,
} from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";

/**
 * Milliseconds that an echo may take. Programs are known that read nothing for 1.4 s after they
 * painted their input, and some repaint 2 s late: slow is not failed.
 */
export const ECHO_MS = 3000;
/** Milliseconds that backspaces may take before more is tried, which may take more than was typed. */
const TAKE_BACK_MS = 5000;
/** The same where the input holds nothing else. */
const ALONE_MS = 1500;
/** Milliseconds after which it is asked whether anybody reads at all. */
const DEAF_MS = 400;
/** As many backspaces show whether a program takes several at once. */
const TRIAL = 2;
/** Milliseconds until a single backspace that shows nothing is followed by the next. */
const SINGLE_MS = 150;
/** The same where the input holds nothing else, and how many there are at most. */
const SINGLE_ALONE_MS = 20;
const SINGLES = 200;

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
  const longMs = Math.max(TAKE_BACK_MS, probe.latencyMs * 5);
  let count = probe.typed + extra;
  if (ledger.backspaces === null && !isBarePrompt(probe.line)) {
    await pressBackspace(handle, TRIAL);
    count -= TRIAL;
    const to = probe.typed - TRIAL;
    let tried = await shrunk(handle, probe, { to, timeoutMs: Math.min(longMs, DEAF_MS) });
    if (tried.left > to) {
      await refuseDeaf(handle);
      tried = await shrunk(handle, probe, { to, timeoutMs: longMs });
    }
    ledger.backspaces = tried.left <= probe.typed - TRIAL ? "at once" : "one by one";
  }
  if (ledger.backspaces === "one by one") return await takeSingly(handle, probe, extra);
  await pressBackspace(handle, count);
  const timeoutMs = ledger.backspaces === null ? Math.max(ALONE_MS, probe.latencyMs * 5) : longMs;
  let now = await shrunk(handle, probe, { to: 0, timeoutMs: Math.min(timeoutMs, DEAF_MS) });
  if (now.left > 0) {
    await refuseDeaf(handle);
    now = await shrunk(handle, probe, { to: 0, timeoutMs });
  }
  if (now.left > 0 && ledger.backspaces === null) {
    ledger.backspaces = "one by one";
    return await takeSingly(handle, probe, extra);
  }
  ledger.backspaces = "at once";
  if (now.left > 0 && now.left < probe.typed) {
    await pressBackspace(handle, now.left);
    now = await shrunk(handle, probe, { to: 0, timeoutMs: longMs });
  }
  if (now.left > 0) {
    await pressClearLine(handle);
    now = await shrunk(handle, probe, { to: 0, timeoutMs: longMs });
  }
  return { gone: now.left === 0, screen: now.screen };
}

/**
 * Takes a sentinel back by single backspaces until none of it is seen. How many it takes is not
 * known: those that were read at once before are text behind it that is not shown.
 */
async function takeSingly(
  handle: PaneHandle,
  probe: Probe,
  extra: number,
): Promise<{ readonly gone: boolean; readonly screen: Screen }> {
  // One too many would take a character of somebody's text.
  const alone = probe.line !== null && isBarePrompt(probe.line);
  const timeoutMs = alone ? SINGLE_ALONE_MS : Math.max(SINGLE_MS, probe.latencyMs * 4);
  const most = alone ? SINGLES : probe.typed + extra + 2 * TRIAL;
  let now = { left: probe.typed, screen: probe.after };
  for (let press = 1; press <= most && now.left > 0; press++) {
    await pressBackspace(handle, 1);
    now = await shrunk(handle, probe, { to: now.left - 1, timeoutMs });
  }
  if (now.left > 0) return { gone: false, screen: now.screen };
  await pressBackspace(handle, extra);
  return { gone: true, screen: extra === 0 ? now.screen : (await look(handle)).screen };
}

/** Waits until no more than `to` characters of the probe stand, and tells how many do then. */
async function shrunk(
  handle: PaneHandle,
  probe: Probe,
  { to, timeoutMs }: { readonly to: number; readonly timeoutMs: number },
): Promise<{ readonly left: number; readonly screen: Screen }> {
  const { look: { screen } } = await waitForPane(handle, {
    timeoutMs,
    check: (seen) => remains(probe, seen.screen) <= to ? true : null,
  });
  return { left: remains(probe, screen), screen };
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
