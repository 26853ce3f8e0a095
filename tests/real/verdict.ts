/**
 * What a delivery to a real CLI was worth: what `fab` reported against what the model received.
 * Pure.
 *
 * @module
 */

import { mayComplete } from "../../lib/core/message/payload.ts";
import { type Report, squeeze, wordOf } from "../matrix/judge.ts";
import type { Alteration } from "./agents.ts";

/** The columns of the table, from the best to the two that must be zero. */
export const OUTCOMES = [
  /** Reported as delivered, received once, byte for byte. */
  "exact",
  /** Reported as delivered, received once, as the CLI is known to alter a text of that kind. */
  "altered",
  /** Reported as delivered; a command of the CLI's own or of the shell's, which asks no model. */
  "own command",
  /** Refused with a word, nothing received, for a text that this kind of CLI keeps for itself. */
  "refused",
  /** Refused with a word, nothing received, where it should have gone. */
  "missed",
  /** Said to be unknown. */
  "unverified",
  /** Refused with a word that says that nothing was submitted, but something was. */
  "hidden",
  /** Reported as delivered, and not received as it was. */
  "false",
  /** Received more than once. */
  "twice",
] as const;

/** One of the columns. */
export type Outcome = typeof OUTCOMES[number];

/** Those that must be zero: what `fab` said was not so. */
export const FORBIDDEN: readonly Outcome[] = ["hidden", "false", "twice"];

/** What the model gets of a text from a CLI that alters it. */
export function altered(text: string, by: readonly Alteration[]): string {
  let result = text;
  if (by.includes("tabs")) result = result.replaceAll("\t", "    ");
  if (by.includes("nfc")) result = result.normalize("NFC");
  if (by.includes("trim")) result = result.trim();
  return result;
}

/** Texts that many CLIs take for a command of their own, or for the shell's. */
export function isOwnCommand(text: string): boolean {
  return /^[!/]/.test(text);
}

/**
 * Texts in which a CLI sees something else than a message: its modes, its commands, an escape, a list
 * of completions that keeps Enter.
 */
function isKeptByAgents(text: string): boolean {
  return isOwnCommand(text) || mayComplete(text) || text.endsWith("\\") ||
    /^[\s\u2500-\u257f]*$/.test(text);
}

/** Judges one delivery. */
export function outcomeOf(
  report: Report,
  about: {
    readonly text: string;
    readonly received: readonly string[];
    readonly alters: readonly Alteration[];
  },
): Outcome {
  const { text, received, alters } = about;
  const like = received.filter((message) => squeeze(message) === squeeze(text)).length;
  if (like > 1) return "twice";
  if (report.code !== 0) {
    if (wordOf(report) === "unverified") return "unverified";
    if (received.length > 0) return "hidden";
    return wordOf(report) !== null && isKeptByAgents(text) ? "refused" : "missed";
  }
  if (received.length === 0) {
    return isOwnCommand(text) ? "own command" : "false";
  }
  if (received.length > 1) return "false";
  if (received[0] === text) return "exact";
  const known = [altered(text, alters)];
  if (alters.includes("space")) known.push(`${text} `);
  return known.includes(received[0] ?? "") ? "altered" : "false";
}
