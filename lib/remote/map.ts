/**
 * The panes of several hosts.
 *
 * @module
 */

import { isAgentState } from "../core/agent_state.ts";
import { FabError } from "../core/errors.ts";
import type { HostRow, MapRow } from "../core/map/row.ts";
import { seenRowOf } from "../core/map/seen_row.ts";
import type { Context } from "../ports.ts";
import { askHost, errorThere, warnOrThrow } from "./ask.ts";

/** Milliseconds for one host's map, a person's answer to ssh's question included. */
const MAP_MS = 60_000;

/** The maps of hosts, one behind the other. */
export interface HostMaps {
  readonly rows: readonly HostRow[];
  /** As JSON has them: what the hosts answered, each row with its host. */
  readonly documents: readonly unknown[];
  /** 1 when a host was left out. */
  readonly code: number;
}

/**
 * Asks all hosts at once. One that fails is a warning.
 *
 * @param args scope and server, as words
 * @throws {FabError} when all hosts fail.
 */
export async function mapHosts(
  context: Pick<Context, "exec" | "signal" | "out" | "clock">,
  hosts: readonly string[],
  args: readonly string[],
): Promise<HostMaps> {
  const answers = await Promise.allSettled(hosts.map((host) => mapHost(context, host, args)));
  const documents: Document[] = [];
  let failed = 0;
  for (const answer of answers) {
    if (answer.status === "fulfilled") documents.push(...answer.value);
    else {
      failed++;
      // When none answered there is no map, and the last failure is the error.
      await warnOrThrow(context, answer.reason, failed === hosts.length ? 1 : hosts.length);
    }
  }
  return {
    rows: documents.map((document) => rowOf(document, context.clock.now())),
    documents,
    code: failed === 0 ? 0 : 1,
  };
}

/** A row of a host's answer, and the host. */
type Document = Readonly<Record<string, unknown>> & { readonly host: string };

async function mapHost(
  context: Pick<Context, "exec" | "signal">,
  host: string,
  args: readonly string[],
): Promise<readonly Document[]> {
  const words = ["pane", "map", "--json", ...args];
  const result = await askHost(context, { host, args: words, timeoutMs: MAP_MS });
  if (result.code !== 0) throw errorThere(host, result);
  let rows: unknown;
  try {
    rows = JSON.parse(result.stdout);
  } catch {
    rows = null;
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) {
    throw new FabError("failed", `host ${host}: fab there answered something else than a map`);
  }
  return rows.map((row) => ({ ...row, host }));
}

function isRow(row: unknown): row is Record<string, unknown> {
  return typeof row === "object" && row !== null && "pane" in row && typeof row.pane === "string";
}

/** A row as the table shows it. What a host does not say is unknown. */
function rowOf(document: Document, nowMs: number): HostRow {
  const text = (key: string) => {
    const value = document[key];
    return typeof value === "string" ? value : null;
  };
  const number = (key: string) => {
    const value = document[key];
    return typeof value === "number" ? value : null;
  };
  const state = text("agent_state");
  const row: MapRow = {
    session: text("session") ?? "",
    windowIndex: Number(document["window_index"] ?? 0),
    windowId: text("window_id"),
    pane: text("pane") ?? "",
    tab: text("tab") ?? "",
    cwd: text("cwd") ?? "",
    command: text("command") ?? "",
    state: {
      state: isAgentState(state) ? state : null,
      idleDuration: text("agent_idle_duration"),
      idleSince: null,
    },
    seen: seenRowOf({
      state: isAgentState(document["seen_state"]) ? document["seen_state"] : null,
      by: text("seen_by"),
      since: number("seen_since"),
      progress: number("progress"),
    }, nowMs),
    place: {
      worktree: text("worktree"),
      repo: text("repo"),
      isFab: document["fab_worktree"] === true,
      change: text("change"),
      stage: text("stage"),
      displayState: text("display_state"),
      prUrl: text("pr_url"),
      prNumber: null,
    },
  };
  return { host: document.host, row };
}
