/**
 * What a program gives away about its state, as rows of data: the built-in ones are in
 * `known_signals.ts`, and a configuration's `providers.<name>.signals` lie above them.
 *
 * @module
 */

/** The signals of one program. All but the last two are regular expressions. */
export interface Signals {
  /** The pane's title, or a row, by which it is known where it runs as `node` or in a shell. */
  readonly known_by?: string;
  /** The title while a turn is in progress, … */
  readonly title_active?: string;
  /** … while it is blocked on a person, … */
  readonly title_waiting?: string;
  /** … and while neither is so. */
  readonly title_idle?: string;
  /** Rows that are there while a turn is in progress, whatever else is. */
  readonly work?: string;
  /** Such a row is there all through a turn, also while text comes. */
  readonly work_always?: boolean;
  /** The input, from its first row to its last; may span rows. */
  readonly input?: string;
  /** A dialog that does not have the form of a question. */
  readonly question?: string;
  /** The terminal's cursor is shown at the prompt, and hidden in dialogs and pickers. */
  readonly cursor?: boolean;
  /**
   * Milliseconds without a sign of work, or without any change where such signs are not always
   * there, after which a turn is over where no title says so.
   */
  readonly still_ms?: number;
  /** The version that it was seen with. */
  readonly seen_with?: string;
}

/** {@linkcode Signals} to match with. */
export interface Matcher {
  /** The program's name, as in its row. */
  readonly name: string;
  readonly knownBy: RegExp | null;
  readonly title: {
    readonly active: RegExp | null;
    readonly waiting: RegExp | null;
    readonly idle: RegExp | null;
  };
  readonly work: RegExp | null;
  readonly workAlways: boolean;
  readonly input: RegExp | null;
  readonly question: RegExp | null;
  readonly cursor: boolean;
  readonly stillMs: number;
}

/** Milliseconds without a change that mean the end of a turn in any program. */
export const STILL_MS = 2500;

/**
 * Makes a {@linkcode Matcher}. An expression that is none matches nothing: what is not known gives
 * no state, and `fab config` says what is wrong.
 */
export function matcherOf(name: string, signals: Signals): Matcher {
  const pattern = (text: string | undefined) => text === undefined ? null : compiled(text);
  return {
    name,
    knownBy: pattern(signals.known_by),
    title: {
      active: pattern(signals.title_active),
      waiting: pattern(signals.title_waiting),
      idle: pattern(signals.title_idle),
    },
    work: pattern(signals.work),
    workAlways: signals.work_always ?? false,
    input: pattern(signals.input),
    question: pattern(signals.question),
    cursor: signals.cursor ?? false,
    stillMs: signals.still_ms ?? STILL_MS,
  };
}

function compiled(text: string): RegExp | null {
  try {
    return new RegExp(text, "mu");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
