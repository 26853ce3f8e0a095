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

/** The words of a failed delivery after which the text may have arrived. */
const MAY_HAVE_ARRIVED = /^fab: (unverified|not submitted)\b/m;

/** The words after which it has not. */
const HAS_NOT =
  /^fab: (not ready|draft|busy|shell|not echoed|pane \S+ not found|no tmux server)\b/m;

/** Reads how a delivery ended; a code of 128 and more is a signal's. */
export function reportOf({ code, stderr }: { code: number; stderr: string }): Report {
  if (code === 0) return "delivered";
  if (code >= 128 || MAY_HAVE_ARRIVED.test(stderr)) return "unknown";
  return HAS_NOT.test(stderr) ? "refused" : "unknown";
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
