/**
 * What a reader of one format is.
 *
 * @module
 */

import type { LineEvent, RecordSource } from "../event.ts";

/** What a file says of itself. */
export interface RecordHeader {
  readonly session: string | null;
  readonly folder: string | null;
}

/** How a program writes one of its files. */
export interface RecordFormat {
  readonly source: RecordSource;
  /**
   * `lines`: a value of JSON in each, appended. `entries`: one document that is written anew, with a
   * list in which the new ones are last.
   */
  readonly layout: "lines" | "entries";
  /** Makes a document of a file's text. Default: JSON. Only for `entries`. */
  text?(text: string): unknown;
  /** What a file's first line says of all of it; null where it is another line. */
  header?(line: unknown): RecordHeader | null;
  /** The list in a document, null when it is of another shape. Only for `entries`. */
  entries?(document: unknown): readonly unknown[] | null;
  /** What a line or an entry tells; empty for one that is not known. */
  read(value: unknown): readonly LineEvent[];
}
