/**
 * What of the map a person looks at while it is watched: moved and filtered by keys.
 *
 * @module
 */

import { ACTIVE, type AgentStateName, IDLE, WAITING } from "../agent_state.ts";
import type { MapRow } from "./row.ts";
import { effectiveState } from "./seen_row.ts";

/** Where a person is in the map. */
export interface View {
  /** The pane that is marked; null before the first move. */
  readonly marked: string | null;
  /** Panes of this state alone; null: all. */
  readonly state: AgentStateName | null;
  /** Panes of this session alone; null: all. */
  readonly session: string | null;
  /** How many rows stand above the screen's first. */
  readonly top: number;
}

/** What a key does. */
export type KeyAction =
  | { readonly kind: "view"; readonly view: View }
  | { readonly kind: "go"; readonly pane: string }
  | { readonly kind: "leave"; readonly code: number }
  | { readonly kind: "nothing" };

/** The map as it is at first. */
export const WHOLE_VIEW: View = { marked: null, state: null, session: null, top: 0 };

/** What the keys are, on one line. */
export const VIEW_KEYS =
  "↑↓ move · Enter goes there · w a i by state · s by session · 0 all · q quits";

const STATES: Readonly<Record<string, AgentStateName>> = { w: WAITING, a: ACTIVE, i: IDLE };
const STEPS: Readonly<Record<string, number>> = {
  ...{ up: -1, k: -1, down: 1, j: 1 },
  ...{ pageup: -10, pagedown: 10, home: -Infinity, end: Infinity },
};

/** The rows of a view. */
export function rowsOf(view: View, rows: readonly MapRow[]): readonly MapRow[] {
  return rows.filter((row) =>
    (view.state === null || effectiveState(row) === view.state) &&
    (view.session === null || row.session === view.session)
  );
}

/** The names of the keys that a terminal sent; empty for one that is of no use here. */
export function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/\x1b\[([0-9;]*)([A-Za-z~])|\x1bO([A-Z])|[^]/g)].map((match) => {
    const [all, number = "", letter, application] = match;
    const name = letter === "~"
      ? TILDES[number.split(";")[0] ?? ""]
      : CURSOR[letter ?? application ?? ""];
    if (letter !== undefined || application !== undefined) return name ?? "";
    return PLAIN[all] ?? all.toLowerCase();
  });
}

const CURSOR: Readonly<Record<string, string>> = {
  ...{ A: "up", B: "down", H: "home", F: "end" },
};
const TILDES: Readonly<Record<string, string>> = {
  ...{ "1": "home", "4": "end", "5": "pageup", "6": "pagedown", "7": "home", "8": "end" },
};
const PLAIN: Readonly<Record<string, string>> = {
  ...{ "\x1b": "escape", "\r": "enter", "\n": "enter", "\x03": "interrupt", "\x04": "q" },
};

/** What a key does in a view. */
export function pressKey(key: string, view: View, rows: readonly MapRow[]): KeyAction {
  if (key === "q" || key === "escape") return { kind: "leave", code: 0 };
  if (key === "interrupt") return { kind: "leave", code: 130 };
  const shown = rowsOf(view, rows);
  if (key === "enter") {
    const row = shown.find(({ pane }) => pane === view.marked) ?? shown[0];
    return row === undefined ? { kind: "nothing" } : { kind: "go", pane: row.pane };
  }
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (step !== undefined) {
    return { kind: "view", view: { ...view, marked: moved(view, shown, step) } };
  }
  const state = Object.hasOwn(STATES, key) ? STATES[key] : undefined;
  if (state !== undefined) {
    return { kind: "view", view: { ...view, state: view.state === state ? null : state, top: 0 } };
  }
  if (key === "s") {
    const names = [...new Set(rows.map((row) => row.session))];
    const next = view.session === null ? 0 : names.indexOf(view.session) + 1;
    return { kind: "view", view: { ...view, session: names[next] ?? null, top: 0 } };
  }
  if (key === "0") return { kind: "view", view: { ...WHOLE_VIEW, marked: view.marked } };
  return { kind: "nothing" };
}

function moved(view: View, shown: readonly MapRow[], step: number): string | null {
  const at = shown.findIndex(({ pane }) => pane === view.marked);
  const next = at < 0 ? (step < 0 ? shown.length - 1 : 0) : at + step;
  return shown[Math.max(0, Math.min(shown.length - 1, next))]?.pane ?? null;
}

/** The view with the marked row on a screen of so many rows. */
export function scrolled(view: View, shown: readonly MapRow[], height: number): View {
  const at = shown.findIndex(({ pane }) => pane === view.marked);
  const most = Math.max(0, shown.length - height);
  let top = Math.min(view.top, most);
  if (at >= 0 && at < top) top = at;
  if (at >= top + height) top = at - height + 1;
  return { ...view, top: Math.max(0, Math.min(top, most)) };
}

/** The filters in words; empty for none. */
export function filterWords({ state, session }: View): string {
  return [state, session === null ? null : `session ${session}`].filter((one) => one !== null)
    .map((one) => ` · ${one} only`).join("");
}
