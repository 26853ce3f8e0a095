/**
 * Looks at panes for the state of their agents: all of them in one question.
 *
 * @module
 */

import { screenOf } from "../core/screen/text.ts";
import type { Glimpse } from "../core/seen/facts.ts";
import type { Clues } from "../core/seen/who.ts";
import type { Clock } from "../ports.ts";
import type { Channel } from "../tmux/channel.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";

/** What is asked of a pane beside its screen. */
export const LOOK_FIELDS = [
  "pane_title",
  "pane_current_command",
  "pane_pid",
  "pane_dead",
  "pane_width",
  "cursor_x",
  "cursor_y",
  "cursor_flag",
  "alternate_on",
  "window_activity",
] as const;

export type LookFields = Readonly<Record<(typeof LOOK_FIELDS)[number], string>>;

/** A pane at one moment, and who may be in it. */
export interface PaneLook {
  readonly clues: Clues;
  readonly glimpse: Glimpse;
  readonly panePid: number;
}

/** What was read, as a look. */
export function paneLook(fields: LookFields, capture: string, clock: Clock): PaneLook {
  const screen = screenOf(capture, {
    cursor: { x: Number(fields.cursor_x), y: Number(fields.cursor_y) },
    width: Number(fields.pane_width),
  });
  const cursorShown = fields.cursor_flag === "1";
  const activity = Number(fields.window_activity);
  const quiet = Math.floor(clock.now() / 1000) - activity;
  return {
    panePid: Number(fields.pane_pid),
    clues: {
      command: fields.pane_dead === "1" ? "" : fields.pane_current_command,
      title: fields.pane_title,
      screen,
      cursorShown,
      alternate: fields.alternate_on === "1",
    },
    glimpse: {
      atMs: clock.monotonic(),
      title: fields.pane_title,
      screen,
      cursorShown,
      quietSecs: activity > 0 && quiet >= 0 ? quiet : null,
      cpuMs: null,
      pids: null,
    },
  };
}

/**
 * Looks at one pane, in one call.
 *
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function lookAtPane(tmux: Tmux, pane: string, clock: Clock): Promise<PaneLook> {
  const { fields, output } = await tmux.pane(pane, LOOK_FIELDS, [
    ["capture-pane", "-p", "-t", pane],
  ]);
  return paneLook(fields, output, clock);
}

/** The commands that look at a pane: one for the facts, one for the screen. */
export function lookCommands(pane: string, nonce: string): readonly (readonly string[])[] {
  return [
    ["display-message", "-p", "-t", pane, fieldsFormat(["pane_id", ...LOOK_FIELDS], nonce)],
    ["capture-pane", "-p", "-t", pane],
  ];
}

/** Reads what the commands of {@linkcode lookCommands} printed for many panes, one behind the other. */
export function parseLooks(
  text: string,
  nonce: string,
  clock: Clock,
): ReadonlyMap<string, PaneLook> {
  const looks = new Map<string, PaneLook>();
  const fields = ["pane_id", ...LOOK_FIELDS] as const;
  const open = `<${nonce}<`;
  for (const piece of text.split(open).slice(1)) {
    const { records, rest } = parseRecords(open + piece, fields, nonce);
    const [record] = records;
    if (record !== undefined) looks.set(record.pane_id, paneLook(record, rest, clock));
  }
  return looks;
}

/**
 * Looks at panes in one question.
 *
 * @returns what was seen, by pane; one that is gone is left out
 * @throws what {@linkcode Channel.ask} throws.
 */
export async function lookAtPanes(
  channel: Channel,
  panes: readonly string[],
  clock: Clock,
): Promise<ReadonlyMap<string, PaneLook>> {
  const looks = new Map<string, PaneLook>();
  if (panes.length === 0) return looks;
  const nonce = newNonce();
  const answers = await channel.ask(panes.flatMap((pane) => lookCommands(pane, nonce)));
  panes.forEach((pane, index) => {
    const [record] = parseRecords(
      answers[index * 2] ?? "",
      ["pane_id", ...LOOK_FIELDS],
      nonce,
    ).records;
    if (record?.pane_id === pane) {
      looks.set(pane, paneLook(record, answers[index * 2 + 1] ?? "", clock));
    }
  });
  return looks;
}
