/**
 * Runs a batch item by item and reports each as it ends.
 *
 * @module
 */

import { quoteWords } from "../core/quote.ts";
import { FabError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { type BatchItem, type BatchRequest, type BatchResult, openItem } from "./batch.ts";

/** A thunk that finds an item; what it throws is that item's own failure. */
export interface Wanted {
  readonly id: string;
  find(): BatchItem;
}

/**
 * Opens all items, one after the other. Each is reported at once: on standard output when it
 * worked (unless `json`), on standard error when it failed.
 *
 * @returns the results in order
 */
export async function runBatch(
  context: Context,
  wanted: readonly Wanted[],
  options: { readonly request: BatchRequest; readonly json: boolean },
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (const { id, find } of wanted) {
    const result = await openWanted(context, { id, find }, options.request);
    results.push(result);
    if (result.action === "failed") await context.out.warn(`${id}: ${result.error}`);
    else if (!options.json) await context.out.stdout(describe(result));
  }
  return results;
}

async function openWanted(
  context: Context,
  wanted: Wanted,
  request: BatchRequest,
): Promise<BatchResult> {
  let item: BatchItem;
  try {
    item = wanted.find();
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    const candidates = error.details?.trim().replaceAll(/\s*\n\s*/g, ", ");
    const message = candidates === undefined ? error.message : `${error.message} ${candidates}`;
    return { id: wanted.id, action: "failed", error: message };
  }
  return await openItem(context, item, request);
}

function describe(result: Exclude<BatchResult, { action: "failed" }>): string {
  const { id } = result;
  switch (result.action) {
    case "spawned":
      return `${id}: spawned pane ${result.pane} (window ${result.windowId}) in ${result.worktree}\n`;
    case "open already":
      return `${id}: open already in pane ${result.pane} (window ${result.windowId})\n`;
    case "planned":
      return `${id}: worktree ${result.worktree}\ncommand: ${result.plan.command}\n` +
        `tmux: ${quoteWords(result.plan.argv)}\n`;
  }
}

/** A result as `--json` shows it; keys that don't apply are null. */
export function batchJson(result: BatchResult, server: string | null): unknown {
  const opened = "pane" in result ? result : null;
  return {
    id: result.id,
    action: result.action,
    pane: opened?.pane ?? null,
    window_id: opened?.windowId ?? null,
    worktree: "worktree" in result ? result.worktree : null,
    command: result.action === "spawned"
      ? result.command
      : result.action === "planned"
      ? result.plan.command
      : null,
    server,
    ...(result.action === "planned" ? { argv: result.plan.argv } : {}),
    error: result.action === "failed" ? result.error : null,
  };
}
