/**
 * The agent's own record of what it is given, read beside the screen: whichever proves first counts,
 * and where both say something the record does.
 *
 * @module
 */

import type { ProcessRow } from "../core/process/table.ts";
import { programNamed } from "../core/records/owner.ts";
import { proofOf, type RecordProof } from "../core/records/proof.ts";
import type { RecordMark } from "../core/records/mark.ts";
import type { Context } from "../ports.ts";
import { findRecord } from "../records/find.ts";
import type { PaneRecord } from "../records/pane_record.ts";
import { recordTable } from "../records/settings.ts";
import type { Tmux } from "../tmux/tmux.ts";

/** Milliseconds that a record is waited for when the screen has proven the text; most take 130. */
const RECORD_MS = 400;
/** Milliseconds between another text, or what begins no turn, and the right one. */
const REST_MS = 250;
/** The same between what was submitted and its turn; a session's first took 300. */
const TURN_MS = 600;
/** How often it is looked at, where the file system does not tell. */
const LOOK_MS = 40;

/** Where an agent's record is looked for. */
export interface RecordPlace {
  readonly tmux: Tmux;
  readonly pane: string;
  readonly panePid: number;
  /** The pane's processes: nothing more is asked where none of them is a known agent. */
  readonly processes: readonly ProcessRow[];
}

const NOTHING: RecordProof = { found: "nothing" };

/** The record of one delivery. What can't be read is as no record. */
export interface OwnRecord {
  /** Notes where it stands. Before the text is put into the input. */
  note(): Promise<void>;
  /** Begins to read what comes. When Enter is pressed. */
  follow(text: string): void;
  /** What it says so far. */
  readonly now: RecordProof;
  /** What it says when it has said all that it will, or does not say anything in time. */
  settle(): Promise<RecordProof>;
  /** Ends reading; resolved when nothing of it goes on. Never rejected. */
  close(): Promise<void>;
}

/** Begins to look whose record it is; nothing waits for that before the text is ready to go. */
export function openRecord(
  context: Context,
  at: RecordPlace,
): OwnRecord {
  const { clock } = context;
  const found = find(context, at);
  let record: PaneRecord | null = null;
  let mark: RecordMark | null = null;
  let now = NOTHING;
  let following: Promise<void> | null = null;
  let open = true;

  async function read(own: PaneRecord, from: RecordMark, text: string): Promise<void> {
    while (open && !isComplete(now, own)) {
      now = proofOf(text, (await own.since(from)).events);
      if (!open || isComplete(now, own)) return;
      await own.changed(LOOK_MS);
    }
  }
  return {
    async note() {
      record = await found;
      mark = await record?.note().catch(() => null) ?? null;
    },
    follow(text) {
      if (record === null || mark === null) return;
      following ??= read(record, mark, text).catch(() => {});
    },
    get now() {
      return now;
    },
    async settle() {
      if (record === null || mark === null || following === null) return now;
      const start = clock.monotonic();
      let since: number | null = null;
      while (!isComplete(now, record)) {
        const passed = clock.monotonic() - start;
        if (now.found !== "nothing") since ??= passed;
        const rest = now.found === "text" && now.turn === null ? TURN_MS : REST_MS;
        if (passed >= (since === null ? waitFor(record, mark) : since + rest)) break;
        await Promise.race([following, clock.sleep(LOOK_MS / 4)]);
      }
      return now;
    },
    close() {
      open = false;
      return found.then((record) => record?.[Symbol.dispose]()).catch(() => {});
    },
  };
}

async function find(
  context: Context,
  at: RecordPlace,
): Promise<PaneRecord | null> {
  try {
    const table = await recordTable(context);
    if (table === null) return null;
    const known = at.processes.some((row) => programNamed(row, table.names) !== null);
    return known ? await findRecord(context, at, table) : null;
  } catch {
    return null;
  }
}

/** Whether nothing that comes later would change it. */
function isComplete(proof: RecordProof, { hasTurns }: PaneRecord): boolean {
  return proof.found === "text" && (proof.turn === true || proof.received !== null || !hasTurns);
}

/** An agent that writes no history and has no turns yet writes its first with the answer. */
function waitFor({ hasHistory }: PaneRecord, { positions }: RecordMark): number {
  return hasHistory || Object.keys(positions).length > 0 ? RECORD_MS : 0;
}
