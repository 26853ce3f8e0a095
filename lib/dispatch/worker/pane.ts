/**
 * The pane of a worker: where it is, whether it still is the recorded one, and ending it.
 *
 * @module
 */

import { join } from "@std/path";
import { isRecordedPane, type PaneIdentity } from "../../core/dispatch/identity.ts";
import type { PaneRecord } from "../../core/dispatch/record.ts";
import { PaneMissingError, TmuxError } from "../../core/errors.ts";
import type { Context } from "../../ports.ts";
import { createTmux } from "../../tmux/tmux.ts";

/** Servers that are asked for a pane whose record names none. */
const MAX_SERVERS = 16;

/** A pane that was found. */
export interface FoundPane extends PaneIdentity {
  /** The server to address it on; null for the one of the surroundings. */
  readonly server: string | null;
}

/**
 * Finds the live pane of a worker; null when it is gone. On a restarted server another pane may
 * have its id: that one is not it.
 *
 * A record names a server only when one was given. When a worker was opened from inside a server
 * and is looked for from outside, or from inside another, the one that was used is asked as well, and
 * where that is not known the others; the pane's process tells it from others with its id.
 *
 * @throws {TmuxError} when tmux does not answer: then nothing is known, and nothing may be concluded.
 */
export async function findWorkerPane(
  context: Context,
  record: PaneRecord,
): Promise<FoundPane | null> {
  const found = await askServer(context, record, record.server);
  if (isRecordedPane(record, found)) return found;
  if (record.server !== null || record.panePid === null) return null;
  const used = record.socket === null ? [] : [record.socket];
  for (const label of [...used, ...await otherServers(context)]) {
    // A server that is not the worker's may hang; that says nothing about the worker.
    const elsewhere = await askServer(context, record, label).catch((error) => {
      if (error instanceof TmuxError) return null;
      throw error;
    });
    if (isRecordedPane(record, elsewhere)) return elsewhere;
  }
  return null;
}

/** As {@linkcode findWorkerPane}, where only life matters. */
export async function isPaneAlive(context: Context, record: PaneRecord): Promise<boolean> {
  return await findWorkerPane(context, record) !== null;
}

/**
 * Ends the recorded pane, when it still is the worker's.
 *
 * @returns whether there was one to end
 */
export async function endPane(context: Context, record: PaneRecord): Promise<boolean> {
  const found = await findWorkerPane(context, record) ?? await keptOpen(context, record);
  if (found === null) return false;
  const tmux = createTmux(context.exec, found.server);
  try {
    await tmux.call([["kill-pane", "-t", record.pane]], { pane: record.pane });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The recorded pane whose program has ended, where the server keeps such panes. */
async function keptOpen(context: Context, record: PaneRecord): Promise<FoundPane | null> {
  const found = await askServer(context, record, record.server);
  return found?.dead === true && isRecordedPane(record, { ...found, dead: false }) ? found : null;
}

async function askServer(
  context: Context,
  record: PaneRecord,
  server: string | null,
): Promise<FoundPane | null> {
  try {
    const tmux = createTmux(context.exec, server);
    const { fields } = await tmux.pane(record.pane, ["pane_pid", "pane_dead"]);
    return {
      server,
      panePid: /^[0-9]+$/.test(fields.pane_pid) ? Number(fields.pane_pid) : null,
      dead: fields.pane_dead === "1",
    };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Labels of the servers that have a socket where tmux looks for labels. */
async function otherServers(context: Context): Promise<readonly string[]> {
  const { env, files } = context;
  const base = env.get("TMUX_TMPDIR") ?? "";
  const directory = base === "" ? "/tmp" : base;
  const labels = new Set<string>();
  for (const name of await files.readDir(directory) ?? []) {
    // One a user; those of others can't be read, or are not reached by label.
    if (!/^tmux-[0-9]+$/.test(name)) continue;
    for (const label of await files.readDir(join(directory, name)) ?? []) labels.add(label);
  }
  return [...labels].toSorted().slice(0, MAX_SERVERS);
}

function isGone(error: unknown): boolean {
  return error instanceof PaneMissingError ||
    (error instanceof TmuxError && error.reason === "no-server");
}
