/**
 * The values that completion looks up: what is there at this moment. Whatever fails has no values:
 * a person who presses Tab wants no error.
 *
 * @module
 */

import { isTree } from "../core/config/merge.ts";
import type { Completion } from "../cli/command.ts";
import { AGENT_STATES, agentStateLabel, reportAgentState } from "../core/agent_state.ts";
import { AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION } from "../core/agent_state.ts";
import { BACKLOG_FILE, parseBacklog } from "../core/agent/backlog.ts";
import { changeId } from "../core/map/change.ts";
import { findKey, formatKey, namesProvider, parseKey } from "../core/config/keys.ts";
import { isHost } from "../core/remote/ssh.ts";
import { roleOfStage, ROLES } from "../core/agent/roles.ts";
import { STAGES } from "../core/stages.ts";
import { listChanges } from "../git/changes.ts";
import { createWorktrees } from "../git/worktrees.ts";
import { readPaneStates } from "../look/state.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import type { Candidate } from "../cli/help/completion_slot.ts";

/** What a look-up is for. */
export interface LookUp {
  /** The tmux server to ask, null for the usual one. */
  readonly server: string | null;
  /** The part of the value that is written already. */
  readonly written: string;
  /** The arguments before it. */
  readonly args?: readonly string[];
}

/** Values of one kind, in the order in which they are best shown. */
export async function lookUp(
  kind: Completion,
  context: Context,
  about: LookUp,
): Promise<readonly Candidate[]> {
  try {
    return await LOOK_UPS[kind]?.(context, about) ?? [];
  } catch {
    return [];
  }
}

type Finder = (context: Context, about: LookUp) => Promise<readonly Candidate[]>;

/** By kind; files and directories are the shell's own business. */
const LOOK_UPS: Readonly<Partial<Record<Completion, Finder>>> = {
  pane: panes,
  session: sessions,
  server: servers,
  provider: providers,
  change: changes,
  "config-key": configKeys,
  "config-value": (context, { args }) => configValues(context, args?.[0] ?? ""),
  host: hosts,
  "backlog-item": backlogItems,
  states: (_, { written }) => Promise.resolve(states(written)),
  role: () => Promise.resolve(roles()),
  stage: () => Promise.resolve(stages()),
  "role-or-stage": () => Promise.resolve(rolesAndStages()),
};

/** Each pane with its window's name, what runs in it, and its state where that is known. */
async function panes(context: Context, { server }: LookUp): Promise<readonly Candidate[]> {
  const tmux = createTmux(context.exec, server);
  const rows = await tmux.list(["list-panes", "-a"], [
    ...["pane_id", "session_name", "window_index", "window_name", "pane_current_command"] as const,
    ...[AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION] as const,
  ]);
  const values = rows.map((row) => ({
    pane: row.pane_id,
    target: row.pane_id,
    canonical: row[AGENT_STATE_OPTION],
    legacy: row[LEGACY_AGENT_STATE_OPTION],
  }));
  const states = await readPaneStates(tmux, values, { calls: 2 });
  const now = context.clock.now();
  return rows.map((row) => {
    const state = states.get(row.pane_id) ?? null;
    const shown = state === null ? "" : `, ${agentStateLabel(reportAgentState(state, now))}`;
    const place = `${row.session_name}:${row.window_index}`;
    const summary = `${place} ${row.window_name} (${row.pane_current_command}${shown})`;
    return { value: row.pane_id, summary };
  });
}

/** The aliases of the person's ssh configuration. */
async function hosts({ files, env }: Context): Promise<readonly Candidate[]> {
  const text = await files.readText(`${env.get("HOME") ?? ""}/.ssh/config`) ?? "";
  return [...text.matchAll(/^[ \t]*host[ \t=]+(.*)$/gim)]
    .flatMap(([, names = ""]) => names.trim().split(/\s+/))
    .filter((name) => isHost(name))
    .map((value) => ({ value, summary: "host of ~/.ssh/config" }));
}

async function sessions(context: Context, { server }: LookUp): Promise<readonly Candidate[]> {
  const rows = await createTmux(context.exec, server)
    .list(["list-sessions"], ["session_name", "session_windows"]);
  return rows.map((row) => ({
    value: row.session_name,
    summary: `${row.session_windows} ${row.session_windows === "1" ? "window" : "windows"}`,
  }));
}

/** The labels of all sockets in tmux's directories that this user may read. */
async function servers({ files, env }: Context): Promise<readonly Candidate[]> {
  const base = env.get("TMUX_TMPDIR") || "/tmp";
  const found: Candidate[] = [];
  for (const name of await files.readDir(base) ?? []) {
    if (!/^tmux-\d+$/.test(name)) continue;
    const labels = await files.readDir(`${base}/${name}`) ?? [];
    found.push(...labels.map((value) => ({ value, summary: "tmux server" })));
  }
  return found;
}

async function providers(context: Context): Promise<readonly Candidate[]> {
  const config = await silentConfig(context);
  return Object.keys(config.providers).sort().map((value) => ({ value, summary: "provider" }));
}

/** Changes by their short id, and by folder name where that is what is being written. */
async function changes(
  { files, env }: Context,
  { written }: LookUp,
): Promise<readonly Candidate[]> {
  const { place } = await createWorktrees(files).locate(env.cwd());
  if (place === null) return [];
  const folders = await listChanges(files, place.root);
  const byId = folders.map((folder) => ({ value: changeId(folder) ?? folder, summary: folder }));
  const byName = folders.map((folder) => ({ value: folder, summary: "" }));
  return written !== "" && byName.some(({ value }) => value.startsWith(written))
    ? [...byId, ...byName]
    : byId;
}

async function configKeys(context: Context): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  const walk = (value: unknown, path: readonly string[]) => {
    if (isTree(value)) {
      for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
    } else found.push({ value: formatKey(path), summary: String(value) });
  };
  walk(await silentConfig(context), []);
  return found;
}

/** What a key takes, where that is a few words. */
async function configValues(context: Context, dotted: string): Promise<readonly Candidate[]> {
  const path = parseKey(dotted) ?? [];
  if (namesProvider(path)) return await providers(context);
  const type = findKey(path)?.type;
  const words = type?.kind === "choice"
    ? type.choices
    : type?.kind === "boolean"
    ? ["true", "false"]
    : [];
  return words.map((value) => ({ value, summary: dotted }));
}

async function backlogItems({ files, env }: Context): Promise<readonly Candidate[]> {
  const { place } = await createWorktrees(files).locate(env.cwd());
  if (place === null) return [];
  const text = await files.readText(`${place.root}/${BACKLOG_FILE}`) ?? "";
  return parseBacklog(text)
    .filter(({ done }) => !done)
    .map(({ id, text }) => ({ value: id, summary: text }));
}

/** What is written up to its last comma, with each state that is not in it. */
function states(written: string): Candidate[] {
  const before = written.slice(0, written.lastIndexOf(",") + 1);
  const given = before.split(",");
  return AGENT_STATES.filter((state) => !given.includes(state))
    .map((state) => ({ value: `${before}${state}`, summary: "agent state" }));
}

function roles(): Candidate[] {
  return ROLES.map((value) => ({ value, summary: "role" }));
}

function stages(): Candidate[] {
  return STAGES.map((value) => ({ value, summary: `stage, worked by ${roleOfStage(value)}` }));
}

/** Names that are both are roles, as the commands read them. */
function rolesAndStages(): Candidate[] {
  const names = roles();
  return [...names, ...stages().filter(({ value }) => !names.some((role) => role.value === value))];
}

/** The configuration without its warnings; what is built in where it is broken. */
async function silentConfig(context: Context) {
  const { loadConfig } = await import("../config/load.ts");
  const out = { ...context.out, warn: () => Promise.resolve() };
  try {
    return (await loadConfig({ ...context, out })).config;
  } catch {
    return (await import("../core/agent/providers.ts")).BUILT_IN;
  }
}
