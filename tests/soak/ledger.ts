/**
 * What was sent, what was reported of it, and what arrived.
 *
 * @module
 */

/** What `fab` reported of a delivery, by its exit code and the first words of its line. */
export type Report =
  /** Exit code 0: the agent has it. */
  | "delivered"
  /** Nothing was submitted, it says. */
  | "refused"
  /** It does not know, says so, or was killed before it could say anything. */
  | "unknown";

/** The words of a failed delivery after which nothing of the text was submitted. */
const NOTHING_SUBMITTED = /^fab: (not ready|draft|busy|shell|not echoed)\b/m;

/** Reads how a delivery ended. What tmux or a signal ended in the middle is unknown. */
export function reportOf({ code, stderr }: { code: number; stderr: string }): Report {
  if (code === 0) return "delivered";
  return code === 1 && NOTHING_SUBMITTED.test(stderr) ? "refused" : "unknown";
}

/**
 * What went against the promise, in words.
 *
 * @param sent each text with what was reported of it; no text is a part of another
 * @param arrived every message of every agent
 */
export function judge(
  sent: ReadonlyMap<string, Report>,
  arrived: readonly string[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of arrived) counts.set(text, (counts.get(text) ?? 0) + 1);
  const wrong: string[] = [];
  for (const [text, report] of sent) {
    const count = counts.get(text) ?? 0;
    const shown = JSON.stringify(text);
    if (report === "delivered" && count === 0) wrong.push(`lost: ${shown} was reported delivered`);
    if (report === "refused" && count > 0) wrong.push(`arrived: ${shown} was reported refused`);
    if (count > 1) wrong.push(`twice: ${shown} arrived ${count} times (${report})`);
  }
  for (const text of counts.keys()) {
    if (!sent.has(text)) wrong.push(`changed: ${JSON.stringify(text)} arrived and was never sent`);
  }
  return wrong;
}
