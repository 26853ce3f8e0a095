/**
 * Reads a pane's text and whose it is, all of one moment, and takes its mark.
 *
 * @module
 */

import { PaneMissingError, UsageError } from "../core/errors.ts";
import { joinSince, type NewText } from "../core/mark/join.ts";
import { withoutEcho } from "../core/mark/echo.ts";
import { encodeMark } from "../core/mark/codec.ts";
import { type Mark, markOf, type PaneIdentity, serverHash } from "../core/mark/mark.ts";
import { type PaneText, paneText } from "../core/mark/pane_text.ts";
import { parseStates, stateCommands } from "./state.ts";
import { newNonce } from "../tmux/framing.ts";
import type { Tmux, TmuxCommand } from "../tmux/tmux.ts";

/** Format variables that {@linkcode parsePaneText} needs. */
export const TEXT_FIELDS = [
  ...["socket_path", "pid", "start_time", "pane_width", "pane_height", "alternate_on"] as const,
  ...["history_size", "history_limit"] as const,
] as const;

type Fields = Readonly<Record<(typeof TEXT_FIELDS)[number], string>>;

/** Rows above the screen that a mark is taken with: of a shorter history it knows all lines. */
export const MARK_ROWS = 200;

const MARGIN = /^[\s│┃▌▏●•✦⏺◆∙⬢]+/u;

/** A pane's text, and whose it is. */
export interface ReadText {
  readonly text: PaneText;
  readonly identity: PaneIdentity;
}

/**
 * Commands for a chained call that print a pane's text in two forms.
 *
 * @param above rows above the screen; null for all
 */
export function textCommands(
  pane: string,
  { above, nonce }: { readonly above: number | null; readonly nonce: string },
): readonly TmuxCommand[] {
  const from = above === null ? "-" : String(-above);
  const between: TmuxCommand = ["display-message", "-p", nonce];
  return [
    between,
    ["capture-pane", "-p", "-J", "-t", pane, "-S", from],
    between,
    ["capture-pane", "-p", "-t", pane, "-S", from],
    between,
  ];
}

/**
 * Reads what the commands of {@linkcode textCommands} printed.
 *
 * @returns the text, and what was printed after it
 */
export function parsePaneText(
  pane: string,
  { fields, output, nonce }: {
    readonly fields: Fields;
    readonly output: string;
    readonly nonce: string;
  },
): ReadText & { readonly rest: string } {
  const [, joined = "", rows = "", ...rest] = output.split(`${nonce}\n`);
  const server = { socket: fields.socket_path, pid: fields.pid, started: fields.start_time };
  return {
    identity: { pane, server: serverHash(server) },
    text: paneText({
      width: Number(fields.pane_width),
      height: Number(fields.pane_height),
      alternate: fields.alternate_on === "1",
      history: Number(fields.history_size),
      limit: Number(fields.history_limit),
    }, { joined, rows }),
    rest: rest.join(`${nonce}\n`),
  };
}

/**
 * Reads a pane's text.
 *
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function readPaneText(
  tmux: Tmux,
  pane: string,
  above: number | null = MARK_ROWS,
): Promise<ReadText> {
  const nonce = newNonce();
  const { fields, output } = await tmux.pane(
    pane,
    TEXT_FIELDS,
    textCommands(pane, { above, nonce }),
  );
  return parsePaneText(pane, { fields, output, nonce });
}

/**
 * The mark of where a pane's text stands now, as a word.
 *
 * @param more.prompt a text that goes in next
 * @param more.turn keep the agent's state as well
 */
export async function takeMark(
  tmux: Tmux,
  pane: string,
  more: { readonly prompt?: string; readonly turn?: boolean } = {},
): Promise<string> {
  const stateNonce = newNonce();
  const nonce = newNonce();
  const { fields, output } = await tmux.pane(pane, TEXT_FIELDS, [
    ...stateCommands(pane, stateNonce),
    ...textCommands(pane, { above: MARK_ROWS, nonce }),
  ]);
  const { states, rest } = parseStates(output, stateNonce);
  const { text, identity } = parsePaneText(pane, { fields, output: rest, nonce });
  return encodeMark(markOf(text, identity, {
    ...(more.prompt === undefined ? {} : { prompt: more.prompt }),
    ...(more.turn === true ? { turn: states.get(pane) ?? null } : {}),
  }));
}

/** What is newer than a mark, and the text that it is in. */
export interface Since extends ReadText {
  readonly fresh: NewText;
}

/**
 * Reads what is newer than a mark: first what is near, then all where that is not enough.
 *
 * @throws {UsageError} for a mark of another pane or server.
 */
export async function readSince(tmux: Tmux, pane: string, mark: Mark): Promise<Since> {
  for (const above of [MARK_ROWS, null]) {
    const read = await readPaneText(tmux, pane, above);
    checkMark(mark, read.identity);
    const fresh = joinSince(mark, read.text);
    if (fresh !== null) return { ...read, fresh };
  }
  throw new PaneMissingError(pane);
}

/**
 * The lines that are newer than a mark, but for the text that was put in after it.
 *
 * @throws {UsageError} for a mark of another pane or server.
 */
export async function newLines(tmux: Tmux, pane: string, mark: Mark): Promise<string> {
  const { text, fresh } = await readSince(tmux, pane, mark);
  const lines = withoutEcho(fresh.lines.map((at) => text.lines[at]?.text ?? ""), mark.echo);
  // Programs put a mark or a margin in front, and `^` means the line's own beginning.
  return [...lines, ...lines.map((line) => line.replace(MARGIN, ""))].join("\n");
}

/**
 * Checks that a mark is this pane's.
 *
 * @throws {UsageError} when it is another's.
 */
export function checkMark(mark: Mark, { pane, server }: PaneIdentity): void {
  if (mark.server !== server) {
    throw new UsageError(`the mark is of pane %${mark.pane} on another tmux server`);
  }
  if (`%${mark.pane}` !== pane) {
    throw new UsageError(`the mark is of pane %${mark.pane}, not of ${pane}`);
  }
}
