/**
 * Receipts that make a repeated delivery safe (`--id`). They live in a pane option, so they end
 * with the pane; and each names the process that read the text, so that it ends with that as well.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import { isStillThere, PROCESS_NAME, type ProcessName } from "../core/process/reader.ts";
import { foregroundOf } from "../look/foreground.ts";
import type { PaneHandle } from "../look/pane_handle.ts";

/** The pane option. */
export const RECEIPT_OPTION = "@fab_pane_receipt";
/** How many keys a pane remembers; the oldest go first. */
const MOST = 64;

/** What is known of a key in this pane. */
export type Receipt = "none" | "pending" | "delivered";

/** Receipts of one pane, for one key. */
export interface ReceiptBook {
  readonly key: string;
  readonly receipt: Receipt;
  /** The key delivered another text than this one. */
  readonly otherText: boolean;
  /** The command that writes down, in the same call as the submit key, that one is on its way. */
  pending(reader: ProcessName | null): readonly string[];
  /** The command that writes down the success. */
  delivered(reader: ProcessName | null): readonly string[];
  /** The command that takes a pending entry out, once it is proven that nothing was submitted. */
  readonly none: readonly string[];
}

const ENTRY = new RegExp(`^[dp]:[0-9a-f]{32}(:[0-9a-f]{16}(:${PROCESS_NAME})?)?$`);

/**
 * Reads what the pane knows of a key, with which a text is to be delivered. What was delivered to a
 * process that is gone, or runs another program now, says nothing of who is there.
 */
export async function readReceipt(
  handle: PaneHandle,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<ReceiptBook> {
  const { fields, output: known } = await handle.tmux.pane(
    handle.pane,
    ["pane_pid", "pane_tty"],
    [["show-options", "-pqv", "-t", handle.pane, RECEIPT_OPTION]],
  );
  const pane = { panePid: Number(fields.pane_pid), paneTty: fields.pane_tty };
  const digest = await digestOf(key, 16);
  const ofText = await digestOf(text, 8);
  const entries = known.trim().split(/\s+/)
    .filter((entry) => ENTRY.test(entry));
  const isOwn = (entry: string) => entry.slice(2, 34) === digest;
  const others = entries.filter((entry) => !isOwn(entry));
  const write = (mine: readonly string[]) => [
    ...["set-option", "-p", "-t", handle.pane, RECEIPT_OPTION],
    [...others, ...mine].slice(-MOST).join(" "),
  ];
  const last = entries.find(isOwn);
  const [, , toText = ofText, reader] = last?.split(":") ?? [];
  const there = last === undefined || reader === undefined ||
    isStillThere(await foregroundOf(handle.context, pane), reader);
  const own = there ? last : undefined;
  const entry = (sign: "d" | "p") => (to: ProcessName | null) =>
    write([`${sign}:${digest}:${ofText}${to === null ? "" : `:${to}`}`]);
  return {
    key,
    receipt: own === undefined ? "none" : own.startsWith("d") ? "delivered" : "pending",
    otherText: own !== undefined && toText !== ofText,
    pending: entry("p"),
    delivered: entry("d"),
    none: write([]),
  };
}

/**
 * Whether the key's text went before; a warning says where that was another text.
 *
 * @throws {DeliveryError} `unverified` where the submit key was pressed for it and nobody saw what came of it.
 */
export async function wentBefore(
  { context, pane }: PaneHandle,
  { key, receipt, otherText }: ReceiptBook,
): Promise<boolean> {
  if (receipt === "pending") {
    throw new DeliveryError(
      "unverified",
      `an earlier delivery with the key ${key} pressed the submit key and did not see its outcome; ` +
        "look at the pane, and use another key to send again",
    );
  }
  if (receipt === "delivered" && otherText) {
    await context.out.warn(
      `what the key ${key} delivered to pane ${pane} was another text; this one was not sent, give ` +
        "it a key of its own",
    );
  }
  return receipt === "delivered";
}

/** The first bytes of a text's SHA-256, in hexadecimal. */
async function digestOf(text: string, count: number): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes).slice(0, count), (b) => b.toString(16).padStart(2, "0"))
    .join("");
}
