/**
 * The one door to other programs.
 *
 * @module
 */

import { FabError, ProgramMissingError } from "../core/errors.ts";
import type { Exec, LineProcess, RunOptions, RunResult } from "../ports.ts";
import { readLines } from "./read_lines.ts";
import { signalExitCode, type Signals } from "./signals.ts";

/** What {@linkcode createExec} is told about the process that it works in. */
export interface ExecSettings {
  /** Who must leave the terminal's signals to an attached child. */
  readonly signals: Pick<Signals, "yieldTo">;
  /** Called after each program with what was run and how long it took; for `FAB_DEBUG`. */
  readonly trace?: (argv: readonly string[], ms: number) => void;
}

/** The real {@linkcode Exec}, and a way to end what it started. */
export interface RealExec extends Exec {
  /** Kills the programs that `run` and `lines` started and that still run; attached ones stay. */
  killAll(): void;
}

/** Milliseconds that a program has after SIGTERM before it is killed. */
const TERM_MS = 1000;

/** Makes the real {@linkcode Exec}. */
export function createExec(settings: ExecSettings): RealExec {
  const running = new Set<Deno.ChildProcess>();
  const trace = settings.trace ?? (() => {});

  /** Runs `body` while the child is on the list of those to end with this process. */
  async function tracked<T>(
    child: Deno.ChildProcess,
    argv: readonly string[],
    body: () => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    running.add(child);
    try {
      return await body();
    } finally {
      running.delete(child);
      trace(argv, performance.now() - started);
    }
  }

  return {
    async run(argv, options = {}) {
      const child = spawn(argv, options, {
        stdin: options.stdin === undefined ? "null" : "piped",
        stdout: "piped",
        stderr: "piped",
      });
      return await tracked(child, argv, () => collect(child, options));
    },
    async attach(argv, options = {}) {
      // Listening first: a signal in between would end this process and leave the child alone.
      let child: Deno.ChildProcess | null = null;
      const takeBack = settings.signals.yieldTo((signal) => child !== null && kill(child, signal));
      const started = performance.now();
      try {
        child = spawn(argv, options, { stdin: "inherit", stdout: "inherit", stderr: "inherit" });
        const status = await child.status;
        trace(argv, performance.now() - started);
        return { code: exitCode(status), signal: status.signal };
      } finally {
        takeBack();
      }
    },
    lines(argv, options = {}) {
      const child = spawn(argv, options, { stdin: "piped", stdout: "piped", stderr: "null" });
      const ended = tracked(child, argv, () => child.status);
      return lineProcess(child, ended);
    },
    killAll() {
      for (const child of running) kill(child, "SIGKILL");
    },
  };
}

/** Starts a program, with its failures in words for a person. */
function spawn(
  argv: readonly string[],
  options: Pick<RunOptions, "cwd" | "env">,
  streams: Pick<Deno.CommandOptions, "stdin" | "stdout" | "stderr">,
): Deno.ChildProcess {
  const [program, ...args] = argv;
  if (program === undefined || program === "") throw new TypeError("no program to run");
  try {
    return new Deno.Command(program, {
      args,
      ...streams,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
    }).spawn();
  } catch (error) {
    throw spawnError(program, options.cwd, error);
  }
}

function spawnError(program: string, cwd: string | undefined, error: unknown): unknown {
  const reason = error instanceof Error
    ? error.message.replace(/^Failed to spawn '.*?': /, "")
    : "";
  if (error instanceof Deno.errors.NotFound && /\bcwd\b/.test(reason)) {
    return new FabError("failed", `${program}: can't run in ${cwd}: not a directory`, {
      cause: error,
    });
  }
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
    return new ProgramMissingError(program, { cause: error });
  }
  // Too long an argument list, a NUL in an argument, a file that is no program.
  return new FabError("failed", `${program}: can't be started: ${reason.toLowerCase()}`, {
    cause: error,
  });
}

/** Feeds a child, waits for its end or the time limit, and returns what it printed. */
async function collect(child: Deno.ChildProcess, options: RunOptions): Promise<RunResult> {
  let timedOut = false;
  const output = new Collected(child.stdout);
  const errors = new Collected(child.stderr);
  const timer = options.timeoutMs === undefined ? null : setTimeout(() => {
    timedOut = true;
    kill(child, "SIGKILL");
    // What the program started may hold the pipes open for ever; the limit is for them as well.
    output.stop();
    errors.stop();
  }, options.timeoutMs);
  try {
    const fed = options.stdin === undefined ? undefined : feed(child.stdin, options.stdin);
    const [status, stdout, stderr] = await Promise.all([child.status, output.text, errors.text]);
    // A program that ended does not read the rest; one that timed out never will.
    if (!timedOut) await fed;
    return { code: exitCode(status), signal: status.signal, stdout, stderr, timedOut };
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/** A stream's text, as far as it came before the stream ended or was stopped. */
class Collected {
  readonly text: Promise<string>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    this.text = this.#read();
  }

  stop(): void {
    this.#reader.cancel().catch(() => {});
  }

  async #read(): Promise<string> {
    // Without ignoreBOM a leading U+FEFF would be lost.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let text = "";
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
    }
  }
}

async function feed(stdin: WritableStream<Uint8Array>, content: string | Uint8Array) {
  const writer = stdin.getWriter();
  try {
    await writer.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
    await writer.close();
  } catch {
    // The program ended without all of its input; its exit code tells whether that is a failure.
  }
}

function lineProcess(child: Deno.ChildProcess, ended: Promise<unknown>): LineProcess {
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  return {
    lines: readLines(child.stdout),
    write: (text) => writer.write(encoder.encode(text)),
    async close() {
      writer.close().catch(() => {});
      kill(child, "SIGTERM");
      const timer = setTimeout(() => kill(child, "SIGKILL"), TERM_MS);
      await ended;
      clearTimeout(timer);
      // Nothing comes any more; a stream that nobody read to its end is given back.
      await child.stdout.cancel().catch(() => {});
    },
  };
}

function exitCode(status: Deno.CommandStatus): number {
  return status.signal === null ? status.code : signalExitCode(status.signal);
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    // It ended just before: what was wanted.
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}
