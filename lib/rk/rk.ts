/**
 * Panes and readiness by rk. This folder is all that knows rk: how its verbs are called, and what
 * their answers mean. `fab` never needs rk. Whatever keeps it from answering a question, its
 * absence included, gives null here, and the caller does the thing itself without a word; the
 * attempt is the probe.
 *
 * @module
 */

import { parseRkPanes, type RkPane } from "../core/map/rk_panes.ts";
import type { Context } from "../ports.ts";
import { mux } from "./mux.ts";

/** Milliseconds that a listing may take. */
const LIST_LIMIT_MS = 2000;

/** Milliseconds that rk's probe of a pane may take; it waits for the screen to stand still. */
const READY_LIMIT_MS = 15_000;

/** What became of asking rk for panes. */
export interface RkListing {
  /** All panes of the server; null when rk can't be asked, or its answer makes no sense. */
  readonly panes: readonly RkPane[] | null;
  /** Whether a program was run at all; callers count them. */
  readonly ran: boolean;
}

/** Asks for all panes of a server. */
export async function rkPanes(
  context: Pick<Context, "exec">,
  server: string | null,
): Promise<RkListing> {
  const result = await mux(context, ["panes", "--json"], { server, timeoutMs: LIST_LIMIT_MS });
  if (result === null) return { panes: null, ran: false };
  const told = result.code === 0 && !result.timedOut;
  return { panes: told ? parseRkPanes(result.stdout) : null, ran: true };
}

/** What rk's probe of a pane reports. */
const READY_WORDS = ["ready", "booting", "parked"] as const;
export type RkReady = (typeof READY_WORDS)[number];

/** Whether a pane takes typed input, as rk finds; null when an rk can't tell. */
export async function rkReady(
  context: Pick<Context, "exec">,
  { pane, server }: { readonly pane: string; readonly server: string | null },
): Promise<RkReady | null> {
  const result = await mux(context, ["await", pane, "--ready"], {
    server,
    timeoutMs: READY_LIMIT_MS,
  });
  if (result === null || result.code !== 0 || result.timedOut) return null;
  const [word = ""] = result.stdout.trimStart().split(/\s/, 1);
  return READY_WORDS.find((ready) => ready === word) ?? null;
}
