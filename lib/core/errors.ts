/**
 * The errors that a person sees. Each has a kind, and one table (`lib/cli/exit_codes.ts`) says
 * with which code a kind ends the program.
 *
 * @module
 */

/** What went wrong, as far as the exit code is concerned (contract §3). */
export type ErrorKind =
  /** The operation failed. */
  | "failed"
  /** Unknown command, flag or value. */
  | "usage"
  /** A pane that does not exist, or a target that is no exact pane id. */
  | "pane-missing"
  /** tmux failed otherwise: no server, bad socket, refused command, no answer. */
  | "tmux"
  /** Another host can't be reached, or not asked. */
  | "host";

/** An error with a message for a person: one line, lower case, with the value and the next step. */
export class FabError extends Error {
  override readonly name: string = "FabError";
  readonly kind: ErrorKind;
  /** More lines for standard error, printed after the message; ends without a line feed. */
  readonly details: string | null;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { readonly details?: string | null; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? null;
  }
}

/** Wrong usage: exit 2, with the command whose `--help` would tell. */
export class UsageError extends FabError {
  override readonly name = "UsageError";
  constructor(message: string) {
    super("usage", message);
  }
}

/** `pane <id> not found`: the wording is a contract (§3). */
export class PaneMissingError extends FabError {
  override readonly name = "PaneMissingError";
  constructor(readonly pane: string) {
    super("pane-missing", `pane ${pane === "" ? '""' : pane} not found${meantPane(pane)}`);
  }
}

/** What helps with what is no id and can be recognized: a bare number, a place in a session. */
function meantPane(word: string): string {
  if (/^\d+$/.test(word)) return `; did you mean %${word}?`;
  if (!/^[^%\s][^\s]*:\d*(\.\d+)?$/.test(word)) return "";
  return "; a pane is named by its id, which 'fab pane map' shows";
}

/** tmux failed in a way that is not about one pane. */
export class TmuxError extends FabError {
  override readonly name = "TmuxError";
  /** `no-server`: nothing listens; `timeout`: it did not answer in time; `missing`: no tmux program. */
  readonly reason: "no-server" | "timeout" | "refused" | "missing";
  constructor(
    reason: TmuxError["reason"],
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super("tmux", message, options);
    this.reason = reason;
  }
}

/** A program that is needed is not on `PATH` or can't be executed. */
export class ProgramMissingError extends FabError {
  override readonly name = "ProgramMissingError";
  constructor(readonly program: string, options: { readonly cause?: unknown } = {}) {
    super("failed", `${program}: program not found on PATH`, options);
  }
}

/** SIGINT, SIGTERM or SIGHUP came: exit 128 + its number. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  constructor(readonly signal: "SIGINT" | "SIGTERM" | "SIGHUP") {
    super(`interrupted by ${signal}`);
  }
}

/** Nobody reads standard output any more (`| head`): the program ends without a word. */
export class ClosedPipeError extends Error {
  override readonly name = "ClosedPipeError";
  constructor(options: { readonly cause?: unknown } = {}) {
    super("standard output was closed", options);
  }
}
