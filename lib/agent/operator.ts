/**
 * The operator: one window of that name in a session, whoever asks for it and however often.
 *
 * @module
 */

import type { Context } from "../ports.ts";
import { callPrinting } from "../tmux/printed.ts";
import { createTmux, type Tmux } from "../tmux/tmux.ts";
import { holderOf } from "./start_watch.ts";
import { openPlanned, type SpawnedWindow, type SpawnPlan, type SpawnRequest } from "./spawn.ts";

/** The window's name. */
export const OPERATOR_WINDOW = "operator";
/** What the operator is told first. */
export const OPERATOR_PROMPT = "/fab-operator";

/** The operator's window, and whether it was there already. */
export interface OperatorWindow extends SpawnedWindow {
  readonly action: "spawned" | "selected";
}

/** Selects the session's operator, or opens it. */
export async function openOperator(
  context: Context,
  request: SpawnRequest,
  plan: SpawnPlan,
): Promise<OperatorWindow> {
  const tmux = createTmux(context.exec, request.server);
  const [there] = await windowsNamed(tmux, plan.session, OPERATOR_WINDOW);
  // The operator has ended, and its shell has nothing in it: the window is of no use to anyone.
  const left = there !== undefined && await holderOf(context, there.panePid) === "bare shell";
  if (there !== undefined && !left) return await select(context, tmux, there);
  const opened = await openPlanned(context, request, plan);
  // Only now: it may be the session's last window.
  if (left) await tmux.attempt([["kill-window", "-t", there.windowId]]);
  // Two callers at once both found none and both opened one: the first one's stays.
  const [first] = await windowsNamed(tmux, plan.session, OPERATOR_WINDOW);
  if (first === undefined || first.windowId === opened.windowId) {
    return { ...opened, action: "spawned" };
  }
  await tmux.attempt([["kill-window", "-t", opened.windowId]]);
  return await select(context, tmux, first);
}

async function select(
  { out }: Pick<Context, "out">,
  tmux: Tmux,
  { pane, windowId }: SpawnedWindow,
): Promise<OperatorWindow> {
  await callPrinting(tmux, [
    ["select-window", "-t", windowId],
    ["display-message", "-p", "-t", windowId, "#{window_active}"],
  ], { out, read: (text) => text.startsWith("1") ? true : null });
  return { pane, windowId, action: "selected" };
}

/** A window that was there, and the process that tmux started in its first pane. */
export interface NamedWindow extends SpawnedWindow {
  readonly panePid: number;
}

/** The session's windows of a name, the oldest first, each with its first pane. */
export async function windowsNamed(
  tmux: Tmux,
  session: string | null,
  name: string,
): Promise<readonly NamedWindow[]> {
  if (session === null) return [];
  const fields = ["window_id", "window_name", "pane_id", "pane_pid"] as const;
  const rows = await tmux.list(["list-panes", "-s", "-t", `${session}:`], fields);
  const found = new Map<string, NamedWindow>();
  for (const row of rows) {
    if (row.window_name !== name || found.has(row.window_id)) continue;
    found.set(row.window_id, {
      pane: row.pane_id,
      windowId: row.window_id,
      panePid: Number(row.pane_pid),
    });
  }
  const age = (window: SpawnedWindow) => Number(window.windowId.slice(1));
  return [...found.values()].sort((a, b) => age(a) - age(b));
}
