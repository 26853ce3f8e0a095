/**
 * Programs that don't run: a test says which calls come, in which order, and what each answers.
 *
 * @module
 */

import { ProgramMissingError } from "../core/errors.ts";
import type { Exec, LineProcess, RunOptions, RunResult } from "../ports.ts";

/** The expected argv: word by word, or a question about all of it. */
export type ArgvMatch = readonly (string | RegExp)[] | ((argv: readonly string[]) => boolean);

/** The answer: standard output alone, parts of a result, an error to throw, or made from the call. */
export type Answer =
  | string
  | Partial<RunResult>
  | Error
  | ((argv: readonly string[], options: RunOptions) => AnswerValue | Promise<AnswerValue>);
type AnswerValue = string | Partial<RunResult> | Error;

/** A call that came. */
export interface Call {
  readonly how: "run" | "attach" | "lines";
  readonly argv: readonly string[];
  readonly options: RunOptions;
}

/** An {@linkcode Exec} that follows a script. */
export interface FakeExec extends Exec {
  /** The next call in order. */
  expect(argv: ArgvMatch, answer?: Answer): FakeExec;
  /** A call that may come at any time and any number of times, but at least once. */
  always(argv: ArgvMatch, answer?: Answer): FakeExec;
  /** The next `attach` in order, and how the program ends. */
  expectAttach(argv: ArgvMatch, end?: { code?: number; signal?: string | null }): FakeExec;
  /** The next `lines` in order; what is written to the program lands in `written`. */
  expectLines(
    argv: ArgvMatch,
    lines: readonly string[] | AsyncIterable<string>,
    written?: string[],
  ): FakeExec;
  /** A program that is not installed; it may be called or not. */
  missing(program: string): FakeExec;
  /** All calls that came, in order. */
  readonly calls: readonly Call[];
  /** Throws when a call that was expected never came. */
  verify(): void;
}

interface Step {
  readonly how: Call["how"];
  readonly match: ArgvMatch;
  readonly answer: Answer;
  readonly process?: LineProcess;
  used: boolean;
}

/** Makes a {@linkcode FakeExec} with an empty script: every call fails. */
export function fakeExec(): FakeExec {
  const steps: Step[] = [];
  const anytime: Step[] = [];
  const absent = new Set<string>();
  const calls: Call[] = [];

  function take(how: Call["how"], argv: readonly string[], options: RunOptions = {}): Step {
    calls.push({ how, argv: [...argv], options });
    if (absent.has(argv[0] ?? "")) throw new ProgramMissingError(argv[0] ?? "");
    const next = steps.find((step) => !step.used);
    const step = next !== undefined && next.how === how && matches(next.match, argv)
      ? next
      : anytime.find((step) => step.how === how && matches(step.match, argv));
    if (step === undefined) {
      const wanted = next === undefined ? "nothing more" : `${next.how} ${describe(next.match)}`;
      throw new Error(`unexpected ${how} ${JSON.stringify(argv)}; expected ${wanted}`);
    }
    step.used = true;
    return step;
  }

  const fake: FakeExec = {
    calls,
    expect(match, answer = {}) {
      steps.push({ how: "run", match, answer, used: false });
      return fake;
    },
    always(match, answer = {}) {
      anytime.push({ how: "run", match, answer, used: false });
      return fake;
    },
    expectAttach(match, end = {}) {
      steps.push({ how: "attach", match, answer: end, used: false });
      return fake;
    },
    expectLines(match, lines, written = []) {
      const process = lineProcess(lines, written);
      steps.push({ how: "lines", match, answer: {}, process, used: false });
      return fake;
    },
    missing(program) {
      absent.add(program);
      return fake;
    },
    async run(argv, options = {}) {
      const { answer } = take("run", argv, options);
      const value = typeof answer === "function" ? await answer(argv, options) : answer;
      if (value instanceof Error) throw value;
      return {
        ...{ code: 0, signal: null, stdout: "", stderr: "", timedOut: false },
        ...(typeof value === "string" ? { stdout: value } : value),
      };
    },
    attach(argv, options = {}) {
      try {
        const end = take("attach", argv, options).answer as Partial<RunResult>;
        return Promise.resolve({ code: end.code ?? 0, signal: end.signal ?? null });
      } catch (error) {
        return Promise.reject(error);
      }
    },
    lines(argv, options = {}) {
      return take("lines", argv, options).process ?? lineProcess([], []);
    },
    verify() {
      const unused = [...steps, ...anytime].filter((step) => !step.used);
      if (unused.length > 0) {
        const list = unused.map((step) => `${step.how} ${describe(step.match)}`);
        throw new Error(`expected, but never called:\n${list.join("\n")}`);
      }
    },
  };
  return fake;
}

function matches(match: ArgvMatch, argv: readonly string[]): boolean {
  if (typeof match === "function") return match(argv);
  return match.length === argv.length && match.every((want, index) => {
    const word = argv[index] ?? "";
    return typeof want === "string" ? want === word : want.test(word);
  });
}

function describe(match: ArgvMatch): string {
  if (typeof match === "function") return match.toString();
  return `[${
    match.map((want) => typeof want === "string" ? JSON.stringify(want) : want).join(",")
  }]`;
}

function lineProcess(
  lines: readonly string[] | AsyncIterable<string>,
  written: string[],
): LineProcess {
  return {
    lines: (async function* () {
      yield* lines;
    })(),
    write: (text) => Promise.resolve(void written.push(text)),
    close: () => Promise.resolve(),
  };
}
