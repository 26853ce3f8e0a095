/**
 * The backlog: a list in Markdown of what is still to be begun, `- [ ] [id] text` an item.
 *
 * @module
 */

import { FabError } from "../errors.ts";

/** Where it is, from a worktree's root. */
export const BACKLOG_FILE = "fab/backlog.md";

/** An item. */
export interface BacklogItem {
  readonly id: string;
  /** On one line: lines that go on below, indented, are joined by spaces. */
  readonly text: string;
  readonly done: boolean;
}

/** Reads all items, in order. Whatever else the file holds is passed over. */
export function parseBacklog(markdown: string): readonly BacklogItem[] {
  const items: { id: string; text: string; done: boolean }[] = [];
  let open: { text: string } | null = null;
  for (const line of markdown.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const match = /^\s*[-*+] \[([ xX])\] \[([A-Za-z0-9][A-Za-z0-9_-]*)\]\s+(.*\S)\s*$/.exec(line);
    if (match !== null) {
      const [, box = " ", id = "", text = ""] = match;
      const item = { id, text, done: box !== " " };
      items.push(item);
      open = item;
    } else if (open !== null && /^\s+[^\s*+#>-]/.test(line)) {
      open.text += ` ${line.trim()}`;
    } else {
      open = null;
    }
  }
  return items;
}

/**
 * The pending item of an id.
 *
 * @throws {FabError} when there is none, or it is done, or two share the id.
 */
export function pendingItem(id: string, items: readonly BacklogItem[]): BacklogItem {
  const named = items.filter((item) => item.id === id);
  const [item, second] = named.filter((one) => !one.done);
  if (item !== undefined && second === undefined) return item;
  if (item !== undefined) {
    throw new FabError(
      "failed",
      `${BACKLOG_FILE} has two pending items [${id}]; give one another id`,
    );
  }
  throw new FabError(
    "failed",
    named.length > 0
      ? `[${id}] is done already in ${BACKLOG_FILE}`
      : `no item [${id}] in ${BACKLOG_FILE}; 'fab batch new --list' shows those that are pending`,
  );
}
