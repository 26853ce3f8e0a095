/**
 * Whether the agent of a pane has ended, decided from the process tree: the pane's foreground
 * command is a shell for the whole life of an agent that a shell line started.
 *
 * @module
 */

import type { ProcessNode } from "./tree.ts";

/** What is known at one moment. */
export interface ExitFacts {
  /** The pane's processes, null when there are none any more: then the pane itself ends. */
  readonly tree: ProcessNode | null;
  /** Process ids in the terminal's foreground, the group's leader first. */
  readonly foreground: readonly number[];
  /** The interactive shell that waits there with nothing running in it. */
  readonly idleShell: string | null;
  /** Whether an agent was seen in the pane before. */
  readonly sawAgent: boolean;
}

/** The agent has ended, or which process is to be watched until it is worth looking again. */
export type ExitVerdict =
  | { readonly exited: true }
  /** A null `watch`: there is nothing to watch; look again after a pause. */
  | { readonly exited: false; readonly watch: number | null; readonly agent: boolean };

/**
 * Decides. An agent that is known by its name was there and is not any more; one that is not known
 * has ended when the pane's shell waits for a command again.
 */
export function exitVerdict(facts: ExitFacts): ExitVerdict {
  const { tree } = facts;
  if (tree === null) return { exited: false, watch: null, agent: false };
  const agent = findAgent(tree);
  if (agent !== null) return { exited: false, watch: agent.pid, agent: true };
  if (facts.sawAgent || facts.idleShell !== null) return { exited: true };
  // The last of the group is what the others started.
  const last = facts.foreground.findLast((pid) => pid !== tree.pid) ?? null;
  return { exited: false, watch: last, agent: false };
}

/** The first agent from the top, which lives as long as what it started. */
function findAgent(node: ProcessNode): ProcessNode | null {
  if (node.classification === "agent") return node;
  for (const child of node.children) {
    const found = findAgent(child);
    if (found !== null) return found;
  }
  return null;
}
