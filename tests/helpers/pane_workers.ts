/**
 * A repository on a tmux server of its own, whose interactive provider is a simulated agent that
 * runs the prompts that it is pointed to.
 *
 * @module
 */

import { quoteWords } from "../../lib/core/quote.ts";
import { type DispatchRepo, withRepo } from "./dispatch_repo.ts";
import type { ProgramOptions } from "./program.ts";
import { type Size, startTmux, type TmuxServer } from "./tmux_server.ts";
import { type LogView, readLog } from "../sim/log.ts";
import type { Kind } from "../sim/kinds.ts";
import { simArgv } from "../sim/open.ts";

/** What a test of pane workers has. */
export interface PaneWorkers {
  readonly repo: DispatchRepo;
  readonly server: TmuxServer;
  /** A pane of the server that stands for the orchestrator's. */
  readonly dispatcher: string;
  /** Surroundings of a program that runs in the dispatcher's pane. */
  readonly inside: ProgramOptions & { readonly env: Readonly<Record<string, string>> };
  /** What the simulated agent in a pane received. */
  log(pane: string): Promise<LogView>;
}

/** The command of a simulated agent that runs its prompts by a program; each logs under its pane's id. */
export function simCommand(kind: Kind, directory: string, obey = "sh"): string {
  const argv = simArgv(kind, { log: "LOG", obey });
  return argv.map((word) =>
    word === "LOG" ? `"${directory}/sim-$TMUX_PANE.log"` : quoteWords([word])
  )
    .join(" ");
}

/** The configuration: panes first, the same stages headless when asked for. */
export function paneConfig(directory: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    agent: { workers: "sim", session: "sim" },
    providers: {
      sim: { interactive_command: simCommand("framed", directory), headless_command: "sh -s" },
    },
    dispatch: { mode: "pane" },
    ...more,
  };
}

/** Gives a test a repository and a server; both are gone afterwards, and a failure shows the panes. */
export async function withPaneWorkers(
  body: (workers: PaneWorkers) => Promise<void>,
  { size = { columns: 200, rows: 50 }, name = "repo" }: {
    readonly size?: Size;
    readonly name?: string;
  } = {},
): Promise<void> {
  const server = await startTmux(size);
  try {
    await withRepo(async (repo) => {
      await repo.configure(paneConfig(server.directory));
      const dispatcher = await server.openPane(["sleep", "86400"]);
      const tmux = (await server.tmux("display-message", "-p", "#{socket_path},#{pid},0")).trim();
      const inside = { env: { TMUX: tmux, TMUX_PANE: dispatcher } };
      const log = (pane: string) => readLog(`${server.directory}/sim-${pane}.log`);
      try {
        await body({ repo, server, dispatcher, inside, log });
      } catch (error) {
        const screens = await server.screens().catch(String);
        throw new Error(`${error instanceof Error ? error.stack : error}\n${screens}`);
      }
    }, { directory: server.directory, env: server.env, name });
  } finally {
    await server.stop();
  }
}
