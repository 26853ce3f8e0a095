/**
 * Where files stood, and what was written into them since.
 *
 * @module
 */

import { eventOf, type RecordEvent } from "../core/records/event.ts";
import { listPosition, newEntries } from "../core/records/entries.ts";
import type { RecordFormat } from "../core/records/formats/format.ts";
import { parsed } from "../core/records/json.ts";
import { LINE_BYTES, wholeLines } from "./lines.ts";
import type { Position } from "../core/records/mark.ts";
import type { Files } from "../ports.ts";
import type { Candidate } from "./candidates.ts";

/** What was written since a position. */
export interface Written {
  readonly events: readonly RecordEvent[];
  /** Something may be missing: it was cut, replaced, or is too much to read. */
  readonly gap: boolean;
}

const NOTHING: Written = { events: [], gap: false };
const GAP: Written = { events: [], gap: true };

/** The most that is read of one file at a time. */
const MOST_BYTES = 4 * LINE_BYTES;

/** Where a file stands now. */
export async function positionOf(
  files: Files,
  { path, stat }: Candidate,
  format: RecordFormat,
): Promise<Position> {
  const { id, size } = stat;
  if (format.layout === "lines") return { id, size };
  const list = await readList(files, path, format);
  return { id, size, ...(list === null ? {} : { list: listPosition(list) }) };
}

/**
 * What came since a position; undefined is the beginning of the file. A line that is not whole waits.
 */
export async function writtenSince(
  files: Files,
  { path, stat }: Candidate,
  { format, position }: { readonly format: RecordFormat; readonly position: Position | undefined },
): Promise<Written> {
  if (format.layout === "entries") {
    if (position !== undefined && position.id === stat.id && position.size === stat.size) {
      // A list that is full may keep its size, but not for long.
      if (position.list === undefined) return NOTHING;
    }
    const list = await readList(files, path, format);
    const added = list === null
      ? null
      : position === undefined
      ? list
      : position.list === undefined
      ? null
      : newEntries(list, position.list);
    return added === null ? GAP : { events: eventsOf(added, format), gap: false };
  }
  if (position !== undefined && (position.id !== stat.id || stat.size < position.size)) return GAP;
  const from = position?.size ?? 0;
  if (stat.size === from) return NOTHING;
  if (stat.size - from > MOST_BYTES) return GAP;
  const part = await files.readPart(path, {
    from: await lineBefore(files, path, from),
    most: MOST_BYTES,
  });
  if (part === null || part.stat.id !== stat.id) return GAP;
  const values = wholeLines(part.bytes).lines.map(parsed);
  return { events: eventsOf(values, format), gap: false };
}

/** Where the line began that was half written when the position was noted; mostly the position itself. */
async function lineBefore(files: Files, path: string, from: number): Promise<number> {
  for (let most = 1; from > 0; most = Math.min(most * 4096, LINE_BYTES)) {
    const start = Math.max(0, from - most);
    const part = await files.readPart(path, { from: start, most: from - start });
    const feed = part?.bytes.lastIndexOf(10) ?? -1;
    if (feed >= 0) return start + feed + 1;
    if (start === 0) return 0;
    if (most === LINE_BYTES) return from;
  }
  return 0;
}

/** The last events of a file, read from its end on. */
export async function lastWritten(
  files: Files,
  { path, stat }: Candidate,
  format: RecordFormat,
  enough: (events: readonly RecordEvent[]) => boolean,
): Promise<readonly RecordEvent[]> {
  if (format.layout === "entries") {
    return eventsOf(await readList(files, path, format) ?? [], format);
  }
  for (let most = 64 * 1024;; most *= 8) {
    const part = await files.readPart(path, { from: -most, most });
    if (part === null) return [];
    const { lines } = wholeLines(part.bytes);
    const all = most >= part.stat.size;
    const events = eventsOf((all ? lines : lines.slice(1)).map(parsed), format);
    if (all || enough(events) || most >= MOST_BYTES || stat.id !== part.stat.id) return events;
  }
}

/** What a file's first line says of it. */
export async function headerOf(files: Files, path: string, format: RecordFormat) {
  if (format.header === undefined) return null;
  const part = await files.readPart(path, { from: 0, most: 256 * 1024 });
  const [line] = part === null ? [] : wholeLines(part.bytes).lines;
  return line === undefined ? null : format.header(parsed(line));
}

function eventsOf(values: readonly unknown[], format: RecordFormat): readonly RecordEvent[] {
  return values.flatMap((value) => format.read(value).map((line) => eventOf(line, format.source)));
}

async function readList(
  files: Files,
  path: string,
  format: RecordFormat,
): Promise<readonly unknown[] | null> {
  const part = await files.readPart(path, { from: 0, most: MOST_BYTES });
  if (part === null || part.stat.size > MOST_BYTES) return null;
  const text = new TextDecoder().decode(part.bytes);
  const document = (format.text ?? parsed)(text);
  return format.entries?.(document) ?? null;
}
