/**
 * Reads the tree of processes in a pane.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { parseProcRecords, parsePsRows, type ProcessRow } from "../core/process/table.ts";
import { belowOf, isTmuxClient } from "../core/process/relays.ts";
import { hasAgent, type ProcessNode, processTree } from "../core/process/tree.ts";
import type { Context } from "../ports.ts";
import { newNonce } from "../tmux/framing.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { paneOfClient } from "./relay.ts";
import { LINUX_DESCENDANTS, LINUX_RECORDS } from "./proc_script.ts";

/** Milliseconds that the system may take to list its processes. */
const LIMIT_MS = 5000;

const LINUX_SCRIPT = LINUX_DESCENDANTS + LINUX_RECORDS;

/** `$1` is a mark that is put between two calls of `ps`. */
const DARWIN_SCRIPT = `
LC_ALL=C
export LC_ALL
ps -axo pid=,ppid=,pgid=,tpgid=,stat=,comm= || exit 1
printf '%s\\n' "$1"
ps -axo pid=,command=
`;

/** The processes of a pane. */
export interface PaneProcesses {
  /** The process that tmux started in the pane. */
  readonly panePid: number;
  /** Its tree; null when it has ended. */
  readonly tree: ProcessNode | null;
  readonly hasAgent: boolean;
}

/**
 * Reads what runs in a pane: two subprocesses, whatever the size of the tree.
 *
 * @param options.agents names of agents' programs
 * @throws {PaneMissingError} when there is no such pane.
 * @throws {FabError} when the system's processes can't be listed at all.
 */
export async function paneProcesses(
  context: Pick<Context, "exec" | "env">,
  tmux: Tmux,
  options: { readonly pane: string; readonly agents: ReadonlySet<string> },
): Promise<PaneProcesses> {
  const { fields } = await tmux.pane(options.pane, ["pane_pid", "pane_dead"]);
  const panePid = Number(fields.pane_pid);
  // A dead pane's process number may belong to another process by now.
  if (fields.pane_dead === "1") return { panePid, tree: null, hasAgent: false };
  const rows = await withNested(context, await processRows(context, panePid), panePid);
  const tree = processTree(rows, panePid, options.agents);
  return { panePid, tree, hasAgent: tree !== null && hasAgent(tree) };
}

/** Clients of other tmux servers that are followed. */
const MOST_CLIENTS = 5;

/**
 * The rows with those of the panes that clients of other tmux servers show, each below its client: a
 * server's panes are no children of whoever looks at them.
 */
async function withNested(
  context: Pick<Context, "exec" | "env">,
  rows: readonly ProcessRow[],
  root: number,
): Promise<readonly ProcessRow[]> {
  let all = belowOf(rows, root);
  const followed = new Set<number>();
  for (;;) {
    const client = all.find((row) => isTmuxClient(row) && !followed.has(row.pid));
    if (client === undefined || followed.size >= MOST_CLIENTS) return all;
    followed.add(client.pid);
    const inner = await paneOfClient(context, client);
    if (inner === null || all.some(({ pid }) => pid === inner.panePid)) continue;
    const below = belowOf(await processRows(context, inner.panePid), inner.panePid);
    all = [
      ...all,
      ...below.map((row) => row.pid === inner.panePid ? { ...row, ppid: client.pid } : row),
    ];
  }
}

/**
 * The processes at and below one, and perhaps others, in one subprocess.
 *
 * @throws {FabError} when the system's processes can't be listed at all.
 */
export async function processRows(
  { exec, env }: Pick<Context, "exec" | "env">,
  root: number,
): Promise<readonly ProcessRow[]> {
  const mark = `<${newNonce()}>`;
  const linux = env.os === "linux";
  const script = linux ? [LINUX_SCRIPT, "sh", String(root)] : [DARWIN_SCRIPT, "sh", mark];
  const result = await exec.run(["/bin/sh", "-c", ...script], { timeoutMs: LIMIT_MS });
  // Of several files grep fails for one that is gone; what it printed still counts.
  if (result.timedOut || result.stdout === "") {
    const why = result.timedOut ? `no answer within ${LIMIT_MS / 1000} s` : result.stderr.trim();
    throw new FabError("failed", `can't list processes: ${why === "" ? "no answer" : why}`);
  }
  if (linux) return parseProcRecords(result.stdout);
  const [table = "", commands = ""] = result.stdout.split(mark);
  return parsePsRows(table, commands);
}
