/**
 * Lists panes with their agent state: as rk tells it, or as tmux does.
 *
 * @module
 */

import {
  AGENT_STATE_OPTION,
  type AgentStateReport,
  LEGACY_AGENT_STATE_OPTION,
  reportAgentState,
} from "../core/agent_state.ts";
import { FabError } from "../core/errors.ts";
import type { PaneScope } from "../core/map/scope.ts";
import { isSocketPath } from "../core/server.ts";
import { quoted } from "../core/visible.ts";
import type { Context } from "../ports.ts";
import { rkPanes } from "../rk/rk.ts";
import { isWithoutSessions, noSuchSession } from "../tmux/errors.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";
import type { Tmux, TmuxCommand } from "../tmux/tmux.ts";
import { type AlsoAsked, readPaneStates } from "../look/state.ts";
import { lookCommands, type PaneLook, parseLooks } from "../seen/look.ts";

/** A pane as it is listed. */
export interface ListedPane {
  readonly session: string;
  readonly windowIndex: number;
  readonly windowId: string | null;
  readonly pane: string;
  readonly tab: string;
  readonly cwd: string;
  readonly command: string;
}

/** Panes, and their states, which may still be on their way: time to look at directories. */
export interface Listing {
  readonly panes: readonly ListedPane[];
  /** By pane; a pane that is not in it is unknown. */
  readonly states: Promise<ReadonlyMap<string, AgentStateReport>>;
  /** A look at each pane that nobody wrote a state of and an agent may be in. */
  readonly looks: Promise<ReadonlyMap<string, PaneLook>>;
}

/** Whether a pane is looked at, by its foreground program; null: none is. */
export type LookedAt = ((command: string) => boolean) | null;

const FIELDS = [
  "session_name",
  "session_id",
  "window_index",
  "window_id",
  "pane_id",
  "window_name",
  "pane_current_path",
  "pane_current_command",
  AGENT_STATE_OPTION,
  LEGACY_AGENT_STATE_OPTION,
] as const;

/**
 * The panes of a scope in tmux's order, each once. At most three subprocesses, whatever their
 * number: rk, or the list; the session's name, which comes with tmux's list; states and looks.
 *
 * @throws {FabError} for the current session outside tmux, or on another server than this one.
 * @throws {TmuxError} when there is no server, or no session of the name that was given.
 */
export async function listPanes(
  context: Context,
  tmux: Tmux,
  scope: PaneScope,
  lookedAt: LookedAt = null,
): Promise<Listing> {
  if (scope.kind === "current") requireAmbient(context, tmux);
  const rk = await rkPanes(context, tmux.server);
  if (rk.panes === null) {
    return await listByTmux(context, tmux, { scope, calls: rk.ran ? 1 : 2, lookedAt });
  }
  const session = scope.kind === "current"
    ? await currentSession(context, tmux)
    : scope.kind === "session"
    ? scope.name
    : null;
  const panes = distinct(inSession(rk.panes, session, { of: (row) => row.session, scope }));
  const unknown = panes.filter(({ state, command }) =>
    state.state === null && lookedAt?.(command) === true
  );
  const looking = lookScript(context, unknown.map(({ pane }) => pane));
  return {
    panes,
    states: Promise.resolve(new Map(panes.map((row) => [row.pane, row.state]))),
    looks: (async () => {
      if (looking.also !== null) await readPaneStates(tmux, [], { calls: 1, also: looking.also });
      return looking.looks();
    })(),
  };
}

/** @param options.calls how many calls the states may take */

async function listByTmux(
  context: Context,
  tmux: Tmux,
  { scope, calls, lookedAt }: {
    readonly scope: PaneScope;
    readonly calls: 1 | 2;
    readonly lookedAt: LookedAt;
  },
): Promise<Listing> {
  const nonce = newNonce();
  const text = await tmux.call([
    ["list-panes", "-a", "-F", fieldsFormat(FIELDS, nonce)],
    ...(scope.kind === "current" ? [sessionCommand(context, nonce)] : []),
  ]).catch((error) => {
    if (isWithoutSessions(error)) return "";
    throw error;
  });
  const { records, rest } = parseRecords(text, FIELDS, nonce);
  const session = scope.kind === "current"
    ? sessionIn(rest, nonce)
    : scope.kind === "session"
    ? scope.name
    : null;
  const rows = distinct(
    inSession(records, session, { of: (row) => row.session_name, scope })
      .map((row) => ({ ...row, pane: row.pane_id })),
  );
  const unknown = rows.filter((row) =>
    row[AGENT_STATE_OPTION] === "" && row[LEGACY_AGENT_STATE_OPTION] === "" &&
    lookedAt?.(row.pane_current_command) === true
  );
  const looking = lookScript(context, unknown.map(({ pane }) => pane));
  const states = readPaneStates(
    tmux,
    rows.map((row) => ({
      pane: row.pane,
      target: `${row.session_id}:${row.window_index}.${row.pane}`,
      canonical: row[AGENT_STATE_OPTION],
      legacy: row[LEGACY_AGENT_STATE_OPTION],
    })),
    { calls, also: looking.also },
  );
  return {
    panes: rows.map((row) => ({
      session: row.session_name,
      windowIndex: Number(row.window_index),
      windowId: row.window_id,
      pane: row.pane,
      tab: row.window_name,
      cwd: row.pane_current_path,
      command: row.pane_current_command,
    })),
    states: states.then((found) => {
      const now = context.clock.now();
      return new Map([...found].map(([pane, state]) => [pane, reportAgentState(state, now)]));
    }),
    looks: states.then(() => looking.looks()),
  };
}

/** The commands that look at these panes, and what was seen once they ran. */
function lookScript({ clock }: Context, panes: readonly string[]) {
  const nonce = newNonce();
  let looks: ReadonlyMap<string, PaneLook> = new Map();
  const also: AlsoAsked | null = panes.length === 0 ? null : {
    commands: panes.flatMap((pane) => lookCommands(pane, nonce)),
    onPrinted: (text) => void (looks = parseLooks(text, nonce, clock)),
  };
  return { also, looks: () => looks };
}

/**
 * The rows of a session; all of them for null. Every session has a pane, so one that was named and
 * has none is not there.
 *
 * @throws {TmuxError} naming those there are.
 */
function inSession<T>(
  rows: readonly T[],
  session: string | null,
  { of, scope }: { readonly of: (row: T) => string; readonly scope: PaneScope },
): readonly T[] {
  if (session === null) return rows;
  const found = rows.filter((row) => of(row) === session);
  if (found.length > 0 || scope.kind !== "session") return found;
  throw noSuchSession(session, [...new Set(rows.map(of))]);
}

/** A window that is linked into several sessions is listed in each; a pane is one row. */
function distinct<T extends { readonly pane: string }>(rows: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(row.pane) && seen.add(row.pane));
}

/**
 * Prints the name of the session that this process runs in, after a mark. tmux finds it by the
 * pane; a command of a status line has none, and would get the session that was used last.
 */
function sessionCommand({ env }: Context, mark: string): TmuxCommand {
  const format = `${mark}#{session_name}`;
  const id = /,(\d+)$/.exec(env.get("TMUX") ?? "")?.[1];
  const target = (env.get("TMUX_PANE") ?? "") === "" && id !== undefined ? ["-t", `$${id}:`] : [];
  return ["display-message", "-p", ...target, format];
}

function sessionIn(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? "" : text.slice(at + mark.length).replace(/\n$/, "");
}

async function currentSession(context: Context, tmux: Tmux): Promise<string> {
  const mark = newNonce();
  return sessionIn(await tmux.call([sessionCommand(context, mark)]), mark);
}

/** Refuses where there is no current session: outside tmux, and for another server's panes. */
function requireAmbient(context: Context, tmux: Tmux): void {
  const socket = (context.env.get("TMUX") ?? "").replace(/,[^,]*,[^,]*$/, "");
  const next = "give --session <name> or --all-sessions";
  if (socket === "") throw new FabError("failed", `not inside a tmux session; ${next}`);
  const { server } = tmux;
  const own = server !== null && isSocketPath(server)
    ? socket
    : socket.slice(socket.lastIndexOf("/") + 1);
  if (server !== null && server !== own) {
    throw new FabError(
      "failed",
      `not inside a tmux session of server ${quoted(server)}; ${next}`,
    );
  }
}
