/**
 * What the running tmux server tells: whether any pane reports agent state, and where new panes
 * look for programs.
 *
 * @module
 */

import { AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION } from "../core/agent_state.ts";
import { notInherited } from "../core/agent/inherited.ts";
import type { Config } from "../core/config/types.ts";
import { FabError, TmuxError } from "../core/errors.ts";
import { readPaneStates } from "../look/state.ts";
import { inheritedNames } from "../tmux/environment.ts";
import { tmuxHint } from "../tmux/hint.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { type Check, check, counted } from "./check.ts";

const NAME = "agent state";

/** Whether any pane is instrumented. That none is, is ordinary: its state reads as unknown. */
export async function checkInstrumentation(tmux: Tmux): Promise<Check> {
  try {
    const panes = await tmux.list(
      ["list-panes", "-a"],
      ["pane_id", AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION],
    );
    const values = panes.map((row) => ({
      pane: row.pane_id,
      target: row.pane_id,
      canonical: row[AGENT_STATE_OPTION],
      legacy: row[LEGACY_AGENT_STATE_OPTION],
    }));
    const states = await readPaneStates(tmux, values, { calls: 2 });
    const known = [...states.values()].filter((state) => state !== null).length;
    const all = counted(panes.length, "pane", "panes");
    if (known > 0) return check(NAME, "ok", { message: `${known} of ${all} report it` });
    return check(NAME, "warn", {
      message: `none of ${all} reports it, so it reads as unknown`,
      remedy: "'rk agent setup' installs the hooks that write it",
    });
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    const noServer = error instanceof TmuxError && error.reason === "no-server";
    const message = noServer ? "no tmux server is running" : `not asked: ${error.message}`;
    return check(NAME, "ok", { message });
  }
}

/**
 * Variables of a calling agent that the running server has, and every pane's program with it; null
 * where there are none, or no server.
 */
export async function checkCaller(tmux: Tmux, config: Config): Promise<Check | null> {
  const rows = Object.values(config.providers);
  const wanted = [...new Set(rows.flatMap((provider) => notInherited(provider)))];
  try {
    const found = await inheritedNames(tmux, wanted);
    if (found.length === 0) return null;
    const unset = found.map((name) => tmuxHint(tmux, "set-environment", "-gu", name));
    return check("tmux environment", "warn", {
      message: `the server passes ${found.join(", ")} on to every pane, as an agent does that ` +
        "started it; fab starts agents without them",
      remedy: `for panes of your own: ${unset.join("; ")}`,
    });
  } catch (error) {
    if (error instanceof FabError) return null;
    throw error;
  }
}

/** The `PATH` of new panes on the running server, null without one. */
export async function serverPath(tmux: Tmux): Promise<string | null> {
  try {
    const answer = await tmux.attempt([["show-environment", "-g", "PATH"]]);
    return /^PATH=(.*)$/m.exec(answer.code === 0 ? answer.stdout : "")?.[1] ?? null;
  } catch (error) {
    if (error instanceof FabError) return null;
    throw error;
  }
}
