/**
 * The tree of processes in a pane.
 *
 * @module
 */

import { isAgentProcess } from "./agent_program.ts";
import type { ProcessRow } from "./table.ts";

/** What a process is, as far as it matters here. */
export type ProcessClass = "agent" | "node" | "git" | "other";

/** A process and what it started. Named and ordered as in JSON. */
export interface ProcessNode {
  readonly pid: number;
  readonly ppid: number;
  readonly comm: string;
  /** Arguments joined by spaces; empty when they can't be read. */
  readonly cmdline: string;
  readonly classification: ProcessClass;
  readonly children: readonly ProcessNode[];
}

/**
 * The tree below a process, children by pid. A process that has ended is left out, and so is what
 * no longer hangs together with the root.
 *
 * @param agents names of agents' programs, as `agentNames` gives them
 * @returns null when the root itself is gone
 */
export function processTree(
  rows: readonly ProcessRow[],
  root: number,
  agents: ReadonlySet<string>,
): ProcessNode | null {
  const children = new Map<number, ProcessRow[]>();
  const seen = new Set<number>();
  for (const row of rows.toSorted((a, b) => a.pid - b.pid)) {
    if (row.zombie || seen.has(row.pid)) continue;
    seen.add(row.pid);
    const siblings = children.get(row.ppid);
    if (siblings === undefined) children.set(row.ppid, [row]);
    else siblings.push(row);
  }
  const placed = new Set<number>();
  function node(row: ProcessRow): ProcessNode {
    placed.add(row.pid);
    const below = (children.get(row.pid) ?? []).filter((child) => !placed.has(child.pid));
    return {
      pid: row.pid,
      ppid: row.ppid,
      comm: row.comm,
      cmdline: row.argv.join(" ").trim(),
      classification: classify(row, agents),
      children: below.map(node),
    };
  }
  const top = rows.find((row) => row.pid === root && !row.zombie);
  return top === undefined ? null : node(top);
}

/** What a process is. An agent that runs by way of node is an agent. */
export function classify(row: ProcessRow, agents: ReadonlySet<string>): ProcessClass {
  if (isAgentProcess(row, agents)) return "agent";
  const names = [row.comm, row.argv[0] ?? ""].map((word) =>
    word.slice(word.lastIndexOf("/") + 1).replace(/^-/, "")
  );
  if (names.some((name) => name === "node" || name === "nodejs")) return "node";
  if (names.some((name) => name === "git" || name === "gh" || name.startsWith("git-"))) {
    return "git";
  }
  return "other";
}

/** Whether any process of the tree is an agent. */
export function hasAgent(node: ProcessNode): boolean {
  return node.classification === "agent" || node.children.some(hasAgent);
}
