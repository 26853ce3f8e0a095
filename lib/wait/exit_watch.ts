/**
 * Waits for the agent of a pane to end.
 *
 * The process tree costs two subprocesses, so it is read only when a process ended that matters;
 * one program waits for that meanwhile.
 *
 * @module
 */

import { FabError, InterruptedError } from "../core/errors.ts";
import { exitVerdict } from "../core/process/exit_verdict.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { foregroundOf } from "../look/foreground.ts";
import { paneProcesses } from "../look/process.ts";

/**
 * Ends when the process `$1` does. GNU tail asks the kernel a few times a second and costs next to
 * nothing; where there is none, a shell asks more rarely, because each of its pauses is a process.
 */
const WAIT_SCRIPT = `
case $(tail --version 2>/dev/null) in
*GNU*) exec tail --pid="$1" -s 0.15 -f /dev/null ;;
esac
while kill -0 "$1" 2>/dev/null; do sleep 0.25; done
`;

/** Milliseconds between two looks: at least, and at most where nothing can be watched. */
const AGAIN_MS = 100;
const UNWATCHED_MS = 3000;

/** A watch on one pane. */
export interface ExitWatch {
  /** Whether the agent has ended and the pane's shell lives. */
  readonly exited: boolean;
  /** Ends the watching. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Looks once, and goes on watching when the agent runs.
 *
 * @param options.agents names of agents' programs
 * @param options.onChange called when the agent has ended, or watching failed
 * @throws {FabError} when the system's processes can't be listed.
 */
export async function watchExit(
  context: Context,
  tmux: Tmux,
  options: {
    readonly pane: string;
    readonly agents: ReadonlySet<string>;
    readonly onChange: (failure: unknown) => void;
  },
): Promise<ExitWatch> {
  const { clock } = context;
  let sawAgent = false;
  let exited = false;
  let closed = false;
  let closeWaiter = () => Promise.resolve();

  /** Looks; true when there is nothing more to find out. */
  async function look(): Promise<{ readonly done: boolean; readonly watch: number | null }> {
    const { pane, agents } = options;
    const { tree, hasAgent } = await paneProcesses(context, tmux, { pane, agents });
    const front = hasAgent || tree === null
      ? null
      : await foregroundOf(context, await terminalOf(tmux, pane));
    const verdict = exitVerdict({
      tree,
      foreground: front?.processes.map((process) => process.pid) ?? [],
      idleShell: front?.idleShell ?? null,
      sawAgent,
    });
    if (verdict.exited) {
      exited = true;
      return { done: true, watch: null };
    }
    sawAgent ||= verdict.agent;
    return { done: false, watch: verdict.watch };
  }

  async function follow(first: number | null): Promise<void> {
    let watch = first;
    let unwatched = AGAIN_MS;
    while (!closed) {
      const since = clock.monotonic();
      if (watch !== null) {
        await untilEnded(watch);
        unwatched = AGAIN_MS;
      }
      const pause = watch === null ? unwatched : AGAIN_MS - (clock.monotonic() - since);
      if (pause > 0) await clock.sleep(pause);
      if (watch === null) unwatched = Math.min(UNWATCHED_MS, unwatched * 2);
      if (closed) return;
      const seen = await look();
      if (seen.done) return options.onChange(null);
      watch = seen.watch;
    }
  }

  async function untilEnded(pid: number): Promise<void> {
    const waiter = context.exec.lines(["/bin/sh", "-c", WAIT_SCRIPT, "sh", String(pid)]);
    closeWaiter = () => waiter.close();
    for await (const _ of waiter.lines) {
      // It prints nothing; its output ends when it does.
    }
    await waiter.close();
  }

  const first = await look();
  const following = first.done ? Promise.resolve() : follow(first.watch).catch((error) => {
    // The pane or the server is gone: whoever looks at the pane will see that.
    const expected = error instanceof FabError && error.kind !== "failed";
    if (!closed && !(error instanceof InterruptedError)) options.onChange(expected ? null : error);
  });
  return {
    get exited() {
      return exited;
    },
    async close() {
      closed = true;
      await closeWaiter();
      void following;
    },
  };
}

async function terminalOf(tmux: Tmux, pane: string) {
  const { fields } = await tmux.pane(pane, ["pane_pid", "pane_tty"]);
  return { panePid: Number(fields.pane_pid), paneTty: fields.pane_tty };
}
