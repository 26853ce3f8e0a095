/**
 * Receipts that make a repeated delivery safe (`--id`). They live in a pane option, so they end
 * with the pane.
 *
 * @module
 */

import type { PaneHandle } from "../look/pane_handle.ts";

/** The pane option. */
export const RECEIPT_OPTION = "@fab_pane_receipt";
/** How many keys a pane remembers; the oldest go first. */
const MOST = 64;

/** What is known of a key in this pane. */
export type Receipt = "none" | "pending" | "delivered";

/** Receipts of one pane, for one key. */
export interface ReceiptBook {
  readonly receipt: Receipt;
  /** The key delivered another text than this one. */
  readonly otherText: boolean;
  /** The command that writes down, in the same call as the submit key, that one is on its way. */
  readonly pending: readonly string[];
  /** The command that writes down the success. */
  readonly delivered: readonly string[];
  /** The command that takes a pending entry out, once it is proven that nothing was submitted. */
  readonly none: readonly string[];
}

/** Reads what the pane knows of a key, with which a text is to be delivered. */
export async function readReceipt(
  handle: PaneHandle,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<ReceiptBook> {
  const known = await handle.tmux.call(
    [["show-options", "-pqv", "-t", handle.pane, RECEIPT_OPTION]],
    { pane: handle.pane },
  );
  const digest = await digestOf(key, 16);
  const ofText = await digestOf(text, 8);
  const entries = known.trim().split(/\s+/)
    .filter((entry) => /^[dp]:[0-9a-f]{32}(:[0-9a-f]{16})?$/.test(entry));
  const isOwn = (entry: string) => entry.slice(2, 34) === digest;
  const others = entries.filter((entry) => !isOwn(entry));
  const write = (mine: readonly string[]) => [
    ...["set-option", "-p", "-t", handle.pane, RECEIPT_OPTION],
    [...others, ...mine].slice(-MOST).join(" "),
  ];
  const own = entries.find(isOwn);
  return {
    receipt: own === undefined ? "none" : own.startsWith("d") ? "delivered" : "pending",
    otherText: own !== undefined && own.length > 34 && !own.endsWith(`:${ofText}`),
    pending: write([`p:${digest}:${ofText}`]),
    delivered: write([`d:${digest}:${ofText}`]),
    none: write([]),
  };
}

/** The first bytes of a text's SHA-256, in hexadecimal. */
async function digestOf(text: string, count: number): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes).slice(0, count), (b) => b.toString(16).padStart(2, "0"))
    .join("");
}
