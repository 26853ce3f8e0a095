/**
 * The signals that end the program, and the moments when they are someone else's business.
 *
 * @module
 */

import { InterruptedError } from "../core/errors.ts";

/** The signals after which the program ends in order. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Numbers of the signals that a program can end by here, the same on Linux and macOS. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** The exit code that shells give a program that a signal ended; 128 alone for a rare signal. */
export function signalExitCode(signal: string): number {
  return 128 + (SIGNAL_NUMBERS[signal] ?? 0);
}

/** Who hears the ending signals of this process. */
export interface Signals {
  /** Aborted by the first ending signal, with an {@linkcode InterruptedError}. */
  readonly signal: AbortSignal;
  /**
   * Leaves the terminal's signals to a child until the returned function is called: SIGINT and
   * SIGQUIT do nothing here, because the terminal sends them to the child as well; the others are
   * handed to `pass`. Whatever would have ended this process is told to `heard` as well.
   */
  yieldTo(
    pass: (signal: Deno.Signal) => void,
    heard?: (signal: InterruptedError["signal"]) => void,
  ): () => void;
}

/** Passed on to an attached child. SIGINT and SIGQUIT reach it from the terminal. */
const PASSED_ON: readonly Deno.Signal[] = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCONT"];

/**
 * Listens for the ending signals of this process.
 *
 * @param again called for each ending signal after the first: the person means it
 */
export function listenForSignals(again: (error: InterruptedError) => void): Signals {
  const controller = new AbortController();
  let yielded = 0;
  for (const name of ENDING_SIGNALS) {
    Deno.addSignalListener(name, () => {
      if (yielded > 0) return;
      const error = new InterruptedError(name);
      if (controller.signal.aborted) again(error);
      else controller.abort(error);
    });
  }
  return {
    signal: controller.signal,
    yieldTo(pass, heard = () => {}) {
      yielded++;
      const listeners: [Deno.Signal, () => void][] = [
        ["SIGQUIT", () => {}],
        ...ENDING_SIGNALS.map((name): [Deno.Signal, () => void] => [name, () => heard(name)]),
        ...PASSED_ON.map((name): [Deno.Signal, () => void] => [name, () => pass(name)]),
      ];
      for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
      return () => {
        yielded--;
        for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
      };
    },
  };
}
