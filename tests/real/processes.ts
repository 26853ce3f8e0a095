/**
 * Ending what a CLI leaves behind: daemons in sessions of their own, which survive their pane.
 *
 * @module
 */

import { poll } from "../helpers/tmux_server.ts";

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** Milliseconds in which what ends by itself has ended. */
const OWN_END_MS = 2000;

/**
 * Ends every process that was started with this home, by its id, once the terminal is gone and what
 * ends with it had time to.
 *
 * @returns the commands that had to be ended
 */
export async function endProcessesOf(home: string): Promise<readonly string[]> {
  const gone = async () => (await processesOf(home)).length === 0 ? true : null;
  const failure = () => Promise.resolve("some go on");
  if (await poll(gone, { deadlineMs: OWN_END_MS, failure }).catch(() => null)) {
    return [];
  }
  const ended = new Map<number, string>();
  await poll(async () => {
    for (const { pid, command } of await processesOf(home)) {
      ended.set(pid, command);
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
    return await gone();
  }, {
    failure: () => Promise.resolve(`could not be ended: ${[...ended.values()].join(", ")}`),
  });
  return [...ended.values()];
}

async function processesOf(home: string): Promise<readonly Process[]> {
  const found: Process[] = [];
  const decoder = new TextDecoder();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = decoder.decode(
        await Deno.readFile(`/proc/${name}/environ`),
      );
      if (!environment.split("\0").includes(`HOME=${home}`)) continue;
      const stat = await Deno.readTextFile(`/proc/${name}/stat`);
      // A zombie waits for its parent and can't be ended again.
      if (/\) Z /.test(stat)) continue;
      found.push({
        pid: Number(name),
        command: /\((.*)\)/.exec(stat)?.[1] ?? name,
      });
    } catch {
      // It ended between two reads.
    }
  }
  return found;
}
