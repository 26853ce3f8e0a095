/**
 * Whether the agent in a window still runs, or left its place to the shell behind it.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { interactiveShell } from "../core/process/shells.ts";
import { lastLines, screenOf } from "../core/screen/text.ts";
import { processRows } from "../look/process.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";

/** Milliseconds in which an agent that can't start is seen to end. */
const EARLY_END_MS = 250;
/** Milliseconds between two looks; each starts two programs. */
const LOOK_MS = 80;

/**
 * What holds a window: the agent's line, the person's shell with nothing in it, or the shell with
 * something that the person started.
 */
export type Holder = "agent" | "bare shell" | "shell at work";

/** @param panePid the process that tmux started in the pane, which the shell replaces */
export async function holderOf(
  context: Pick<Context, "exec" | "env">,
  panePid: number,
): Promise<Holder> {
  const rows = await processRows(context, panePid);
  const first = rows.find((row) => row.pid === panePid);
  // The line's own shell has the line among its arguments; the one behind it has none.
  if (first === undefined || interactiveShell(first.argv) === null) return "agent";
  return rows.some((row) => row.ppid === panePid && !row.zombie) ? "shell at work" : "bare shell";
}

/**
 * Waits for the moment in which an agent ends that can't start.
 *
 * @throws {FabError} when it has ended: the window is closed, its last lines are the details.
 */
export async function outlivesStart(
  context: Pick<Context, "exec" | "env" | "clock">,
  opened: {
    readonly tmux: Tmux;
    readonly pane: string;
    readonly windowId: string;
    readonly command: string;
  },
): Promise<void> {
  const { tmux, pane, windowId, command } = opened;
  const end = context.clock.monotonic() + EARLY_END_MS;
  for (;;) {
    const seen = await tmux.attempt([
      ["display-message", "-p", "-t", pane, "#{pane_id} #{pane_dead} #{pane_pid}"],
      ["capture-pane", "-p", "-S", "-20", "-t", pane],
    ]);
    const [state = "", ...rows] = seen.stdout.split("\n");
    const [id, dead, pid] = state.split(" ");
    const alive = id === pane && dead === "0";
    if (!alive || await holderOf(context, Number(pid)) !== "agent") {
      const screen = screenOf(rows.join("\n"), { cursor: { x: 0, y: 0 }, width: 0 });
      await tmux.attempt([["kill-window", "-t", windowId]]);
      throw new FabError("failed", `the agent ended at once: ${command}`, {
        details: lastLines(screen, 20).join("\n") || null,
      });
    }
    if (context.clock.monotonic() >= end) return;
    await context.clock.sleep(LOOK_MS);
  }
}
