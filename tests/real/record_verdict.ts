/**
 * What `fab` said of an agent's own record, against what the model received. Pure.
 *
 * @module
 */

import type { Report } from "../matrix/judge.ts";

/** Columns of the table. The last must be zero. */
export const RECORD_VERDICTS = [
  /** Proven by the record, and what it said of the text was so. */
  "record: right",
  /** Proven by the record; what the model gets is not said. */
  "record: submitted",
  /** Not proven by the record. */
  "no record",
  /** It said `equal` of what was not, or `altered` of what was, or a turn of what was none. */
  "record: wrong",
] as const;

/** One of the columns. */
export type RecordVerdict = typeof RECORD_VERDICTS[number];

/** Judges what a delivery with `--json` printed. */
export function recordVerdict(
  report: Report,
  about: {
    readonly text: string;
    readonly received: readonly string[];
    /** The model was pointed to a file with the text. */
    readonly inFile: boolean;
  },
): RecordVerdict {
  if (report.code !== 0) return "no record";
  const said = JSON.parse(report.stdout);
  if (said.proof !== "record") return "no record";
  if (said.turn === true && about.received.length === 0) return "record: wrong";
  if (said.turn === false && about.received.length > 0) return "record: wrong";
  if (said.received === null) return said.turn === false ? "record: right" : "record: submitted";
  const equal = !about.inFile && about.received.includes(about.text);
  return (said.received === "equal") === equal ? "record: right" : "record: wrong";
}
