/**
 * The same with several panes, side by side, each with a line of its own as it ends.
 *
 * @module
 */

import { ClosedPipeError, FabError, InterruptedError } from "../core/errors.ts";
import { oneLine } from "../core/visible.ts";
import type { Context } from "../ports.ts";
import { messageOf } from "./text/error_text.ts";
import { jsonDocument } from "./text/json.ts";

/** Panes that are worked on at a time: most of the work is waiting. */
const AT_ONCE = 20;

/** How one pane ended. */
export interface PaneEnd {
  /** What is printed of it, with a line feed. */
  readonly text: string;
  /** What `--json` says of it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Whether it counts as a failure; absent: it doesn't. */
  readonly failed?: boolean;
}

/**
 * Works on each pane. One that fails does not stop the others: it is said on standard error, behind
 * its pane's id, and in JSON as `outcome: failed` with the `error`.
 *
 * @param options.work gets a context whose warnings name the pane
 * @returns 0, or 1 when any failed
 * @throws {InterruptedError} when a signal came.
 */
export async function workOnPanes(
  context: Context,
  panes: readonly string[],
  options: {
    readonly json: boolean;
    readonly work: (context: Context, pane: string) => Promise<PaneEnd>;
  },
): Promise<number> {
  const { out } = context;
  const ends: (PaneEnd | undefined)[] = panes.map(() => undefined);
  const left = panes.entries();
  async function worker(): Promise<void> {
    for (const [at, pane] of left) {
      const end = await endOf(context, pane, options.work);
      ends[at] = end;
      if (!options.json && end.text !== "") await out.stdout(end.text);
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, panes.length) }, worker));
  if (options.json) await out.stdout(jsonDocument(ends.map((end) => end?.document ?? null)));
  return ends.some((end) => end?.failed === true) ? 1 : 0;
}

async function endOf(
  context: Context,
  pane: string,
  work: (context: Context, pane: string) => Promise<PaneEnd>,
): Promise<PaneEnd> {
  const { out } = context;
  const warn = (message: string) => out.warn(`${pane}: ${message}`);
  try {
    return await work({ ...context, out: { ...out, warn } }, pane);
  } catch (error) {
    if (error instanceof InterruptedError || error instanceof ClosedPipeError) throw error;
    const message = oneLine(messageOf(error));
    const details = error instanceof FabError ? error.details : null;
    await warn(message);
    if (details !== null) await out.stderr(`${details}\n`);
    return { text: "", document: { pane, outcome: "failed", error: message }, failed: true };
  }
}
