/**
 * The one runner of tmux: argv in, typed answer out.
 *
 * Every call starts tmux with `-u`, because a client without a UTF-8 locale gets each non-ASCII
 * character, and each tab, as `_`; has a time limit, because a stopped server never answers; and
 * escapes a last `;` of an argument, which tmux would take for the end of a command.
 *
 * @module
 */

import { FabError, PaneMissingError, ProgramMissingError, TmuxError } from "../core/errors.ts";
import { isPaneId } from "../core/pane_id.ts";
import { serverWords } from "../core/server.ts";
import type { Exec, RunOptions, RunResult } from "../ports.ts";
import { doorTo } from "./door.ts";
import { classifyRefusal } from "./errors.ts";
import { fieldsFormat, newNonce, parseRecords } from "./framing.ts";

/** One tmux command with its arguments, unescaped: the runner escapes. */
export type TmuxCommand = readonly string[];

/** Milliseconds that one tmux call may take. */
export const TMUX_TIMEOUT_MS = 5000;

/** A tmux server as this process reaches it. */
export interface Tmux {
  /** The label of `-L` or the path of `-S`; null for the server in `$TMUX` or tmux's default. */
  readonly server: string | null;
  /**
   * Runs commands in one call, in order, and returns what they printed.
   *
   * @throws {PaneMissingError} when tmux says that a target pane does not exist.
   * @throws {TmuxError} when there is no server, no answer in time, no tmux, or a refusal.
   */
  call(commands: readonly TmuxCommand[], options?: TmuxCallOptions): Promise<string>;
  /** As {@linkcode Tmux.call}, but a refusal is returned, not thrown. */
  attempt(commands: readonly TmuxCommand[], options?: TmuxCallOptions): Promise<RunResult>;
  /**
   * Reads format variables of one pane, and runs more commands after it in the same call.
   * The returned pane id is compared with the one asked for, because some versions answer for
   * another pane, or with nothing, instead of failing.
   *
   * @param pane an exact `%N`
   * @returns the fields by name, and what the further commands printed
   * @throws {PaneMissingError} when there is no such pane.
   */
  pane<F extends string>(
    pane: string,
    fields: readonly F[],
    more?: readonly TmuxCommand[],
  ): Promise<{ readonly fields: Readonly<Record<F, string>>; readonly output: string }>;
  /**
   * Lists with a `list-…` command, a record a row, any characters in any field.
   *
   * @param command such as `["list-panes", "-a"]`; `-F` is added
   * @param fields format variables without `#{}`
   */
  list<F extends string>(
    command: TmuxCommand,
    fields: readonly F[],
  ): Promise<readonly Readonly<Record<F, string>>[]>;
  /** The argv that starts a long-lived client, such as control mode. */
  argv(...args: readonly string[]): readonly string[];
}

export interface TmuxCallOptions {
  readonly stdin?: string | Uint8Array;
  /** Default {@linkcode TMUX_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** The pane that the commands are about, to name in errors. */
  readonly pane?: string;
}

/** The pane id, or the error that names what was given instead (contract §4). */
export function requirePaneId(word: string): string {
  if (!isPaneId(word)) throw new PaneMissingError(word);
  return word;
}

/** Escapes one argument: a last `;` would end the command. */
export function escapeArgument(argument: string): string {
  return argument.endsWith(";") ? `${argument.slice(0, -1)}\\;` : argument;
}

/**
 * Escapes a value that tmux will expand as a format: directories (`-c`), window names, titles.
 * `#(…)` in one of them would run a command. `%` is only special to strftime, which these are not
 * put through. In front of a `[`, which begins a style, tmux leaves every `#` as it is.
 */
export function escapeFormat(value: string): string {
  return value.replaceAll(/#+\[?/g, (run) => run.endsWith("[") ? run : run + run);
}

/**
 * Makes a {@linkcode Tmux}. An empty label is as none. Where it can be done, all calls after the
 * first are made without running tmux.
 */
export function createTmux(exec: Exec, server: string | null | undefined): Tmux {
  const label = server === undefined || server === "" ? null : server;
  const base = ["tmux", "-u", ...serverWords(label)];

  const door = doorTo(exec, label);

  function words(commands: readonly TmuxCommand[]): readonly string[] {
    return commands.flatMap((command, index) => [
      ...(index > 0 ? [";"] : []),
      ...command.map(escapeArgument),
    ]);
  }

  async function attempt(
    commands: readonly TmuxCommand[],
    options: TmuxCallOptions = {},
  ): Promise<RunResult> {
    const { stdin } = options;
    const timeoutMs = options.timeoutMs ?? TMUX_TIMEOUT_MS;
    const program = (commands: readonly TmuxCommand[]) =>
      run([...base, ...words(commands)], {
        timeoutMs,
        ...(stdin === undefined ? {} : { stdin }),
      });
    const result =
      await (door === null
        ? program(commands)
        : door.run({ commands, stdin, timeoutMs, words, program }));
    if (result.timedOut) {
      const name = commands[0]?.[0] ?? "tmux";
      throw new TmuxError(
        "timeout",
        `tmux did not answer '${name}' within ${timeoutMs / 1000} s; is its server stopped?`,
      );
    }
    return result;
  }

  async function run(argv: readonly string[], options: RunOptions): Promise<RunResult> {
    try {
      return await exec.run(argv, options);
    } catch (error) {
      if (error instanceof ProgramMissingError) {
        throw new TmuxError("missing", "tmux not found on PATH; install tmux 3.2 or later", {
          cause: error,
        });
      }
      if (error instanceof FabError && error.kind === "failed") {
        throw new TmuxError("missing", error.message, { cause: error });
      }
      throw error;
    }
  }

  async function call(
    commands: readonly TmuxCommand[],
    options: TmuxCallOptions = {},
  ): Promise<string> {
    const result = await attempt(commands, options);
    if (result.code !== 0) {
      throw classifyRefusal(result.stderr, { label, pane: options.pane, signal: result.signal });
    }
    return result.stdout;
  }

  return {
    server: label,
    attempt,
    call,
    argv: (...args) => [...base, ...args],
    async pane(pane, fields, more = []) {
      requirePaneId(pane);
      const nonce = newNonce();
      const format = fieldsFormat(["pane_id", ...fields], nonce);
      const text = await call(
        [["display-message", "-p", "-t", pane, format], ...more],
        { pane },
      );
      const { records, rest } = parseRecords(text, ["pane_id", ...fields], nonce);
      const record = records[0];
      if (record === undefined || record.pane_id !== pane) throw new PaneMissingError(pane);
      return { fields: record, output: rest };
    },
    async list(command, fields) {
      const nonce = newNonce();
      const text = await call([[...command, "-F", fieldsFormat(fields, nonce)]]);
      return parseRecords(text, fields, nonce).records;
    },
  };
}
