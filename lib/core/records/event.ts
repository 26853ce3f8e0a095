/**
 * What agents write down of themselves, in one shape for all of them.
 *
 * @module
 */

/**
 * - `prompt`: what a person or a program gave to the agent
 * - `message`: what the agent answered
 * - `tool`: what it called; the text is the tool's name
 * - `turn-started`, `turn-ended`: of the model being asked
 * - `queued`: given while a turn was in progress, and not passed on yet
 */
export const RECORD_KINDS = [
  "prompt",
  "message",
  "tool",
  "turn-started",
  "turn-ended",
  "queued",
] as const;

/** One of {@linkcode RECORD_KINDS}. */
export type RecordKind = typeof RECORD_KINDS[number];

/**
 * Where an event was written: the `history` of an input holds what was submitted, a command of the
 * agent's own as well; `turns` hold what a model was asked and said.
 */
export type RecordSource = "history" | "turns";

/** One event. */
export interface RecordEvent {
  /** Milliseconds since 1970; null where the record does not tell. */
  readonly time: number | null;
  readonly kind: RecordKind;
  readonly role: "user" | "assistant" | null;
  /** As it was written; empty where the kind has none. */
  readonly text: string;
  readonly source: RecordSource;
  /** The session's name, where the line tells it. */
  readonly session: string | null;
  /** The folder that the agent works in, where the line tells it. */
  readonly folder: string | null;
}

/** What a line says, without where it was read. */
export type LineEvent =
  & Pick<RecordEvent, "kind">
  & Partial<
    Pick<RecordEvent, "time" | "text" | "session" | "folder">
  >;

const ROLES: Readonly<Record<RecordKind, RecordEvent["role"]>> = {
  prompt: "user",
  queued: "user",
  message: "assistant",
  tool: "assistant",
  "turn-started": null,
  "turn-ended": null,
};

/** Fills in what a line does not say. */
export function eventOf(line: LineEvent, source: RecordSource): RecordEvent {
  return {
    time: line.time ?? null,
    kind: line.kind,
    role: ROLES[line.kind],
    text: line.text ?? "",
    source,
    session: line.session ?? null,
    folder: line.folder ?? null,
  };
}

/** The same without an end of a turn that was told before: some agents write it twice. */
export function tidy(events: readonly RecordEvent[]): readonly RecordEvent[] {
  let ended = false;
  return events.filter(({ kind }) => {
    const again = kind === "turn-ended" && ended;
    if (kind === "turn-ended") ended = true;
    else if (kind === "turn-started" || kind === "prompt") ended = false;
    return !again;
  });
}
