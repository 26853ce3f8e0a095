/**
 * Receipts that make a repeated delivery safe (`--id`). They live in a pane option, so they end
 * with the pane.
 *
 * @module
 */

import type { PaneHandle } from "./handle.ts";

/** The pane option. */
export const RECEIPT_OPTION = "@fab_pane_receipt";
/** How many keys a pane remembers; the oldest go first. */
const MOST = 64;

/** What is known of a key in this pane. */
export type Receipt = "none" | "pending" | "delivered";

/** Receipts of one pane, for one key. */
export interface ReceiptBook {
  readonly receipt: Receipt;
  /** The command that writes down, in the same call as the submit key, that one is on its way. */
  readonly pending: readonly string[];
  /** The command that writes down the success. */
  readonly delivered: readonly string[];
  /** The command that takes a pending entry out, once it is proven that nothing was submitted. */
  readonly none: readonly string[];
}

/** Reads what the pane knows of a key. */
export async function readReceipt(handle: PaneHandle, key: string): Promise<ReceiptBook> {
  const text = await handle.tmux.call(
    [["show-options", "-pqv", "-t", handle.pane, RECEIPT_OPTION]],
    { pane: handle.pane },
  );
  const digest = await digestOf(key);
  const entries = text.trim().split(/\s+/).filter((entry) => /^[dp]:[0-9a-f]{32}$/.test(entry));
  const others = entries.filter((entry) => !entry.endsWith(digest));
  const write = (mine: readonly string[]) => [
    ...["set-option", "-p", "-t", handle.pane, RECEIPT_OPTION],
    [...others, ...mine].slice(-MOST).join(" "),
  ];
  const own = entries.find((entry) => entry.endsWith(digest));
  return {
    receipt: own === undefined ? "none" : own.startsWith("d") ? "delivered" : "pending",
    pending: write([`p:${digest}`]),
    delivered: write([`d:${digest}`]),
    none: write([]),
  };
}

async function digestOf(key: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(bytes).slice(0, 16), (b) => b.toString(16).padStart(2, "0"))
    .join("");
}
