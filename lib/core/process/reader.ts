/**
 * Which process reads what is typed into a pane, and whether it is there still.
 *
 * @module
 */

import type { Foreground } from "./foreground.ts";
import { shellName } from "./shells.ts";
import type { ProcessRow } from "./table.ts";

/** A process by its number and its life, `4711@2300.94.140`: none before or after it has the same. */
export type ProcessName = string;

/** What a name looks like, within a pattern. */
export const PROCESS_NAME = String.raw`\d+@[\w.-]*`;

function nameOf({ pid, life }: ProcessRow): ProcessName {
  return `${pid}@${life}`;
}

/**
 * The process that is typed to: the leader of the foreground group. Where that is a shell which runs
 * others, its oldest child that reads the terminal as well: the shell outlives the agent.
 *
 * @returns null where it can't be told
 */
export function mainReader({ processes, readers }: Foreground): ProcessName | null {
  const oldestBelow = (parent: number) =>
    processes.filter((row) => row.ppid === parent && readers.includes(row.pid))
      .toSorted((a, b) => a.pid - b.pid)[0];
  let main = processes[0] ?? null;
  for (let depth = 0; main !== null && depth < processes.length; depth++) {
    const child: ProcessRow | undefined = oldestBelow(main.pid);
    if (child === undefined || shellName(main.argv[0] ?? "") === null) break;
    main = child;
  }
  return main === null ? null : nameOf(main);
}

/** Whether the named process runs the same program still; true where nothing could be seen. */
export function isStillThere({ everyone, timedOut }: Foreground, name: ProcessName): boolean {
  if (timedOut) return true;
  return everyone.some((row) => !row.zombie && nameOf(row) === name);
}
