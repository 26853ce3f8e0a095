/**
 * A whole context of fakes.
 *
 * @module
 */

import { ClosedPipeError, FabError } from "../core/errors.ts";
import { oneLine } from "../core/visible.ts";
import type { Context, Env, Out } from "../ports.ts";
import { type FakeClock, fakeClock } from "./fake_clock.ts";
import { type FakeExec, fakeExec } from "./fake_exec.ts";
import { type FakeFiles, fakeFiles, type Tree } from "./fake_files.ts";

/** {@linkcode Out} that remembers. */
export interface FakeOut extends Out {
  /** All that was written to standard output so far. */
  readonly written: string;
  /** All that was written to standard error so far. */
  readonly errors: string;
}

/** What a test wants its context to be like; the rest is plain. */
export interface FakeSettings {
  readonly env?: Readonly<Record<string, string>>;
  /** Default `/desk`, which exists. */
  readonly cwd?: string;
  readonly os?: Env["os"];
  readonly files?: Tree;
  /** Milliseconds since 1970 at the beginning. */
  readonly now?: number;
  readonly stdin?: string;
  /** Makes standard output a terminal of this size. */
  readonly terminal?: { readonly columns: number; readonly rows: number };
  readonly color?: boolean;
  /** Standard output is a pipe that nobody reads. */
  readonly closedStdout?: boolean;
}

/** A context whose parts can be asked what happened to them. */
export interface FakeContext extends Context {
  readonly exec: FakeExec;
  readonly clock: FakeClock;
  readonly files: FakeFiles;
  readonly out: FakeOut;
  /** Aborts {@linkcode Context.signal}. */
  readonly controller: AbortController;
}

/** Makes a {@linkcode FakeContext}. Call `context.exec.verify()` at the end of the test. */
export function fakeContext(settings: FakeSettings = {}): FakeContext {
  const controller = new AbortController();
  const cwd = settings.cwd ?? "/desk";
  return {
    exec: fakeExec(),
    clock: fakeClock({
      signal: controller.signal,
      ...(settings.now === undefined ? {} : { now: settings.now }),
    }),
    files: fakeFiles({ [cwd]: null, ...settings.files }),
    env: fakeEnv({ ...settings, cwd }),
    out: fakeOut(settings),
    signal: controller.signal,
    controller,
  };
}

/** An {@linkcode Env} of the given variables alone; process number 4242. */
export function fakeEnv(settings: Pick<FakeSettings, "env" | "cwd" | "os"> = {}): Env {
  const variables = settings.env ?? {};
  return {
    get: (name) => Object.hasOwn(variables, name) ? variables[name] : undefined,
    all: () => variables,
    cwd: () => settings.cwd ?? "/desk",
    os: settings.os ?? "linux",
    pid: 4242,
    runtime: { deno: "2.5.7", target: "x86_64-unknown-linux-gnu" },
    self: () => ["/opt/fab"],
  };
}

/** An {@linkcode Out} that keeps what is written. */
export function fakeOut(
  settings: Pick<FakeSettings, "stdin" | "terminal" | "color" | "closedStdout"> = {},
): FakeOut {
  let written = "";
  let errors = "";
  const isTerminal = settings.terminal !== undefined;
  return {
    get written() {
      return written;
    },
    get errors() {
      return errors;
    },
    stdout(text) {
      if (settings.closedStdout === true) return Promise.reject(new ClosedPipeError());
      written += text;
      return Promise.resolve();
    },
    stderr: (text) => Promise.resolve(void (errors += text)),
    warn: (message) => Promise.resolve(void (errors += `fab: ${oneLine(message)}\n`)),
    stdinIsTerminal: isTerminal,
    stdoutIsTerminal: isTerminal,
    stderrIsTerminal: isTerminal,
    color: settings.color ?? false,
    size: () => settings.terminal ?? null,
    readStdin: () => Promise.resolve(new TextEncoder().encode(settings.stdin ?? "")),
    keyboard() {
      if (!isTerminal) throw new FabError("failed", "standard input is no terminal");
      return { reads: oneRead(settings.stdin ?? ""), close() {} };
    },
  };
}

async function* oneRead(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield await Promise.resolve(new TextEncoder().encode(text));
}
