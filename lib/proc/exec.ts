/**
 * The one door to other programs.
 *
 * @module
 */

import type { InterruptedError } from "../core/errors.ts";
import type { Exec, LineProcess } from "../ports.ts";
import { collect } from "./collect.ts";
import { dialSocket } from "./local_socket.ts";
import { readLines } from "./read_lines.ts";
import { ENDING_SIGNALS, type Signals } from "./signals.ts";
import { exitCode, kill, spawn } from "./spawn.ts";

/** What {@linkcode createExec} is told about the process that it works in. */
export interface ExecSettings {
  /** Who must leave the terminal's signals to an attached child. */
  readonly signals: Pick<Signals, "yieldTo" | "signal">;
  /** Called after each program with what was run and how long it took; for `FAB_DEBUG`. */
  readonly trace?: (argv: readonly string[], ms: number, how: "program" | "socket") => void;
}

/** The real {@linkcode Exec}, and a way to end what it started. */
export interface RealExec extends Exec {
  /** Kills the programs that `run` and `lines` started and that still run; attached ones stay. */
  killAll(): void;
}

/** Milliseconds that a program has after SIGTERM before it is killed. */
const TERM_MS = 1000;
/** Milliseconds that a signal may take from the program that it ended to this one. */
const HEARD_MS = 200;

/** Makes the real {@linkcode Exec}. */
export function createExec(settings: ExecSettings): RealExec {
  const running = new Set<Deno.ChildProcess>();
  const trace = settings.trace ?? (() => {});

  /** Runs `body` while the child is on the list of those to end with this process. */
  async function tracked<T>(
    child: Deno.ChildProcess,
    { argv, started, body }: {
      readonly argv: readonly string[];
      readonly started: number;
      readonly body: () => Promise<T>;
    },
  ): Promise<T> {
    running.add(child);
    try {
      return await body();
    } finally {
      running.delete(child);
      trace(argv, performance.now() - started, "program");
    }
  }

  return {
    async run(argv, options = {}) {
      const started = performance.now();
      const child = spawn(argv, options, {
        stdin: options.stdin === undefined ? "null" : "piped",
        stdout: "piped",
        stderr: "piped",
      });
      const body = () => collect(child, options);
      const result = await tracked(child, { argv, started, body });
      if (isEnding(result.signal)) await throwWhenAborted(settings.signals.signal);
      return result;
    },
    async attach(argv, options = {}) {
      // Listening first: a signal in between would end this process and leave the child alone.
      let child: Deno.ChildProcess | null = null;
      let interrupted: InterruptedError["signal"] | null = null;
      const takeBack = settings.signals.yieldTo(
        (signal) => child !== null && kill(child, signal),
        (signal) => interrupted = signal,
      );
      const started = performance.now();
      try {
        child = spawn(argv, options, { stdin: "inherit", stdout: "inherit", stderr: "inherit" });
        const status = await child.status;
        trace(argv, performance.now() - started, "program");
        return {
          ...{ code: exitCode(status), signal: status.signal },
          ...(interrupted === null ? {} : { interrupted }),
        };
      } finally {
        takeBack();
      }
    },
    lines(argv, options = {}) {
      const started = performance.now();
      const child = spawn(argv, options, { stdin: "piped", stdout: "piped", stderr: "null" });
      const ended = tracked(child, { argv, started, body: () => child.status });
      return lineProcess(child, ended);
    },
    local: {
      dial(path, { timeoutMs, about }) {
        const onClose = (ms: number) => trace(["tmux", "-u", "-S", path, ...about], ms, "socket");
        return dialSocket(path, { timeoutMs, onClose });
      },
      caller: () => ({ pid: Deno.pid, directory: directory(), environment: environment() }),
    },
    killAll() {
      for (const child of running) kill(child, "SIGKILL");
    },
  };
}

/** The variables by which tmux knows the pane that a call comes from. */
function environment(): readonly string[] {
  return ["TMUX", "TMUX_PANE"].flatMap((name) => {
    try {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [`${name}=${value}`];
    } catch {
      return [];
    }
  });
}

function directory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}

function isEnding(signal: string | null): boolean {
  return ENDING_SIGNALS.some((name) => name === signal);
}

/**
 * The terminal sends its signals to this process and to the program alike, and the program's end may
 * be known first: waits a moment for the signal to be heard here.
 *
 * @throws {InterruptedError} when it was.
 */
async function throwWhenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    const heard = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => heard.resolve(), { once: true });
    const timer = setTimeout(heard.resolve, HEARD_MS);
    await heard.promise;
    clearTimeout(timer);
  }
  signal.throwIfAborted();
}

function lineProcess(child: Deno.ChildProcess, ended: Promise<unknown>): LineProcess {
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  return {
    lines: readLines(child.stdout),
    // A program that has ended reads nothing; its lines end as well, and tell.
    write: (text) => writer.write(encoder.encode(text)).catch(() => {}),
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
