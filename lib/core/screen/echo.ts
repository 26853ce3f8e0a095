/**
 * Whether a payload that was put into the input newly shows there (contract §4.7 “Echo”): the head, the
 * end and all between, with nothing foreign before, in or behind it.
 *
 * @module
 */

import type { Payload } from "../message/payload.ts";
import { beginsClean, type EchoScreens, endsClean, sideClean } from "./around.ts";
import { gapsKept, picturesKept } from "./kept.ts";
import { type EmptyInput, inputRow, readPlaces, readText } from "./input_line.ts";
import { type Shown, shownOf } from "./shown.ts";
import { standIn } from "./stand_in.ts";
import {
  countOnScreen,
  flatten,
  type Fold,
  fold,
  foldStart,
  type Place,
  type Screen,
} from "./text.ts";

export type { EchoScreens } from "./around.ts";

/**
 * What of the text was proven to be in the input. `whole`: all of it that a screen shows. `ends`: its
 * head and its end, and not all between. `placeholder`: what a program shows in its place.
 */
export type Proof = "whole" | "ends" | "placeholder";

/** What was seen of the payload, and so what to look for when it is submitted. */
export interface Echo {
  /**
   * `whole`: all of it, behind the prompt or newly counted. `tail`: its end, where a box scrolls
   * inside; the rest was seen on the way in. `stand-in`: something new in the input, where a program
   * shows a placeholder instead.
   */
  readonly kind: "whole" | "tail" | "stand-in";
  readonly proof: Proof;
  /** The text by which the input's holding it is recognised: the payload, its end, the stand-in. */
  readonly token: string;
  readonly how: Fold;
  /** Where the token ends; null when only its count is known. */
  readonly end: Place | null;
}

/** Folded length from which a text is known by its count alone. */
const COUNTED_FROM = 8;
const HOWS: readonly Fold[] = ["strict", "loose"];

/**
 * Looks for the payload: all of it, or a placeholder for it.
 *
 * @returns null while it has not appeared, and where something else has
 */
export function findEcho(payload: Payload, screens: EchoScreens): Echo | null {
  return wholeEcho(payload, screens) ?? placeholderEcho(payload, screens);
}

/** Looks for a placeholder, alone or `behind` a text that was put in before. */
export function placeholderEcho(
  payload: Payload,
  screens: EchoScreens,
  behind = "",
): Echo | null {
  const instead = standIn(payload, screens, behind);
  return instead === null
    ? null
    : { kind: "stand-in", proof: "placeholder", how: "strict", ...instead };
}

/** Looks for all of the payload. */
export function wholeEcho(payload: Payload, screens: EchoScreens): Echo | null {
  // Some line editors show a tab as the key that makes it.
  const spellings = payload.tabbed
    ? [payload.text, payload.text.replaceAll("\t", "^I")]
    : [payload.text];
  for (const token of spellings) {
    for (const how of HOWS) {
      const end = wholeIn(token, screens, how);
      if (end !== null) return { kind: "whole", proof: "whole", token, how, end };
    }
  }
  return besideEcho(payload.text, screens);
}

/**
 * All of the payload in an input whose every row begins alike, with a column of other text beside it:
 * known from then on by the end that the last row holds.
 */
function besideEcho(text: string, screens: EchoScreens): Echo | null {
  const { baseline, now, input } = screens;
  const mark = input.prompt.trimEnd();
  if (foldStart(mark) !== "") return null;
  const beside = (after: string) => sideClean(after, screens);
  const how = "strict";
  for (let row = now.rows.length - 1; row >= 0; row--) {
    const from = { row, index: mark.length };
    if (!(now.rows[row] ?? "").startsWith(mark) || !beginsClean(from, screens, true)) continue;
    const places = readPlaces(now, from, text, how, beside);
    const end = places?.at(-1);
    if (places === null || end === undefined || !endsClean(end, screens)) continue;
    if (readPlaces(baseline, from, text, how, beside) !== null) continue;
    if (!gapsKept(text, how, { screen: now, places })) continue;
    const last = places.filter((place) => place.row === end.row).length;
    return { kind: "tail", proof: "whole", token: fold(text).slice(-last), how, end };
  }
  return null;
}

/** As much of the payload's end as the input shows, where that is not all of it. */
export function scrolledEcho(text: string, screens: EchoScreens): Shown | null {
  for (const how of HOWS) {
    const shown = shownOf(text, screens, how);
    if (shown !== null && (how === "strict" || picturesKept(shown.token, screens.now, shown))) {
      return shown;
    }
  }
  return null;
}

/** The echo of a text of which the input shows the end, and whose rest was seen on the way in. */
export function tailEcho({ token, how, end }: Shown, proof: Proof): Echo {
  return { kind: "tail", proof, token, how, end };
}

/** Where the whole text ends, standing by itself. */
function wholeIn(text: string, screens: EchoScreens, how: Fold): Place | null {
  const { now, input } = screens;
  if (fold(text, how) === "") return null;
  const kept = (places: readonly Place[]) => {
    const start = places[0];
    const end = places.at(-1);
    return start !== undefined && end !== undefined && endsClean(end, screens) &&
      tabsKept(text, now, end) && gapsKept(text, how, { screen: now, places }) &&
      (how === "strict" || picturesKept(text, now, { start, end }));
  };
  const row = inputRow(now, input);
  if (row !== null) {
    const from = { row, index: input.prompt.trimEnd().length };
    const places = readPlaces(now, from, text, how, (after) => sideClean(after, screens));
    if (places !== null && kept(places)) return places.at(-1) ?? null;
  }
  if (!newlyCounted(text, screens, how) || tookAsMode(text, { now, input, how })) return null;
  const flat = flatten(now.rows, how);
  const wanted = fold(text, how);
  for (
    let at = flat.text.lastIndexOf(wanted);
    at >= 0;
    at = at === 0 ? -1 : flat.text.lastIndexOf(wanted, at - 1)
  ) {
    const places = flat.places.slice(at, at + wanted.length);
    const start = places[0];
    if (start !== undefined && kept(places) && beginsClean(start, screens, true)) {
      return places.at(-1) ?? null;
    }
  }
  return null;
}

/**
 * Whether a text is on the screen more often than before. A short one can come up anywhere, in a
 * notice or a clock, so it must stand where an input begins.
 */
function newlyCounted(
  text: string,
  { baseline, now, input }: EchoScreens,
  how: Fold,
): boolean {
  if (countOnScreen(now, text, how) <= countOnScreen(baseline, text, how)) return false;
  if (fold(text, how).length >= COUNTED_FROM) return true;
  const mark = input.prompt.trimEnd();
  const begun = (screen: Screen) =>
    screen.rows.filter((line, row) =>
      line.startsWith(mark) && readText(screen, { row, index: mark.length }, text, how) !== null
    ).length;
  return begun(now) > begun(baseline);
}

/** Whether the echo still stands as it was seen, to be asked once more before a submit key. */
export function echoStands(echo: Echo, screens: EchoScreens): boolean {
  const { token, how } = echo;
  if (echo.kind === "whole") return wholeIn(token, screens, how) !== null;
  const { now, baseline } = screens;
  if (countOnScreen(now, token, how) <= countOnScreen(baseline, token, how)) return false;
  const end = lastPlace(now, token, how);
  return end !== null && endsClean(end, screens);
}

/** Whether the text is still to be seen, whatever was typed around it since. */
export function echoShows(echo: Echo, { baseline, now, input }: EchoScreens): boolean {
  const { token, how } = echo;
  const row = echo.kind === "whole" ? inputRow(now, input) : null;
  const from = row === null ? null : { row, index: input.prompt.trimEnd().length };
  return (from !== null && readText(now, from, token, how) !== null) ||
    (echo.kind === "whole"
      ? newlyCounted(token, { baseline, now, input }, how)
      : countOnScreen(now, token, how) > countOnScreen(baseline, token, how));
}

/**
 * Whether the program took the payload's first character for a switch of its mode, and shows it
 * where its prompt stood: `!` runs the rest as a shell command in several agents, `#` and others do
 * something else with it.
 */
function tookAsMode(
  text: string,
  at: { readonly now: Screen; readonly input: EmptyInput; readonly how: Fold },
): boolean {
  if (!at.input.prompted || !/^[\p{P}\p{S}]/u.test(text)) return false;
  const flat = flatten(at.now.rows, at.how);
  const start = flat.places[flat.text.lastIndexOf(fold(text, at.how))];
  if (start === undefined) return false;
  const before = (at.now.rows[start.row] ?? "").slice(0, start.index);
  return foldStart(before, at.how) === "";
}

/** The place of the last character of the last occurrence. */
function lastPlace(screen: Screen, text: string, how: Fold): Place | null {
  const flat = flatten(screen.rows, how);
  const wanted = fold(text, how);
  const at = flat.text.lastIndexOf(wanted);
  return at < 0 || wanted === "" ? null : flat.places[at + wanted.length - 1] ?? null;
}

/**
 * Whether each tab between two visible characters left a gap. White space is not compared
 * otherwise, and a program that takes a tab as a key (completion) would show none.
 */
function tabsKept(text: string, screen: Screen, end: Place): boolean {
  const line = text.split("\n").at(-1) ?? "";
  if (!/\S\t+\S/.test(line)) return true;
  const [, after = ""] = /.*\S\t+(\S.*)$/u.exec(line) ?? [];
  const row = screen.rows[end.row] ?? "";
  const at = row.lastIndexOf(Array.from(after.trim())[0] ?? "", end.index);
  if (fold(row.slice(0, end.index + 1)).length < fold(line).length) return true;
  return at <= 0 || /\s/.test(row.charAt(at - 1));
}
