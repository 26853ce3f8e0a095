/**
 * Says what a delivery was worth: what `fab` reported against what the agent received. Pure.
 *
 * @module
 */

import type { Behaviour, Word } from "../sim/behaviour.ts";
import type { EventName, LogView } from "../sim/log.ts";
import { messageFor, traitsOf } from "./payloads.ts";

/** How `fab` ended. */
export interface Report {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

/** The columns of the table. All but the first two are failures. */
export const VERDICTS = [
  /** Reported as delivered, received once and exactly. */
  "exact",
  /** Refused where that is right, with a right word, and nothing was received. */
  "right word",
  /** Refused where that is right, with another word. */
  "other word",
  /** Refused although it could have been delivered. */
  "possible",
  /** Reported as delivered, but not received exactly. */
  "false",
  /** Received more than once. */
  "twice",
  /** Refused with a word that says that nothing was submitted, but something was. */
  "hidden",
  /** Something else was done to the agent: a dialog answered, a turn interrupted, a buffer left. */
  "harm",
] as const;

/** One of the columns. */
export type Verdict = typeof VERDICTS[number];

const WORDS: readonly Word[] = [
  "not ready",
  "draft",
  "busy",
  "shell",
  "not echoed",
  "not submitted",
  "unverified",
];

/** Events that no delivery may cause. */
const HARMFUL: readonly EventName[] = [
  "escape",
  "interrupted",
  "ctrl-c",
  "end-of-input",
  "tab-key",
  "vi-command",
  "menu-choice",
  "trust-accepted",
  "login-started",
  "password-submitted",
  "shell-mode",
  "shell-command",
];

/** The fixed word that a failure began with, or what it was instead; null for anything else. */
export function wordOf(report: Report): Word | null {
  if (report.code === 0) return null;
  const lines = report.stderr.split("\n").map((line) => line.replace(/^fab: /, ""));
  const word = WORDS.find((candidate) => lines.some((line) => line.startsWith(`${candidate}:`)));
  if (word !== undefined) return word;
  if (/pane %\d+ not found|is dead/.test(report.stderr)) return "gone";
  return report.code === 2 ? "usage" : null;
}

/** What the agent did that it should not have been made to do. */
export function harmIn(log: LogView): readonly string[] {
  return log.events.filter(({ name }) => HARMFUL.includes(name))
    .map(({ name, detail }) => detail === "" ? name : `${name} (${detail.slice(0, 40)})`);
}

/** A text without its white space, as wrapping and trimming can't change it. */
export function squeeze(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/** Whether any message, or several, hold the text twice. */
function receivedTwice(messages: readonly string[], text: string): boolean {
  const wanted = squeeze(text);
  if (messages.filter((message) => squeeze(message) === wanted).length > 1) return true;
  if (wanted.length < 4) return false;
  const all = squeeze(messages.join(""));
  const first = all.indexOf(wanted);
  return first >= 0 && all.indexOf(wanted, first + wanted.length) >= 0;
}

/** Judges the delivery of one text. */
export function judge(
  report: Report,
  about: {
    readonly behaviour: Behaviour;
    readonly text: string;
    readonly log: LogView;
    /** Words that are right for another reason than the kind and the text. */
    readonly alsoRight?: readonly Word[];
  },
): Verdict {
  const { behaviour, text, log } = about;
  const message = messageFor(text, behaviour);
  if (receivedTwice(log.messages, message)) return "twice";
  if (harmIn(log).length > 0) return "harm";
  if (report.code === 0) {
    return log.messages.length === 1 && log.messages[0] === message ? "exact" : "false";
  }
  const word = wordOf(report);
  const died = word === "gone" && log.has("exit");
  if (log.messages.length > 0 && word !== "unverified" && !died) return "hidden";
  const { refuses, mayRefuse } = behaviour.possible;
  const traits = traitsOf(text);
  const right = [
    ...traits.flatMap((trait) => [...refuses[trait] ?? [], ...mayRefuse[trait] ?? []]),
    ...about.alsoRight ?? [],
  ];
  if (word !== null && right.includes(word)) return "right word";
  return traits.some((trait) => refuses[trait] !== undefined) ? "other word" : "possible";
}
