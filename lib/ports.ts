/**
 * The interfaces through which everything outside a pure function is reached. A command gets them
 * in its {@linkcode Context} and uses no global, so a test can hand it fakes.
 *
 * @module
 */

/** How a program is run. */
export interface RunOptions {
  /** Written to the program's standard input, which is then closed. Absent: no input at all. */
  readonly stdin?: string | Uint8Array;
  /** Milliseconds after which the program is killed and `timedOut` is true. Absent: no limit. */
  readonly timeoutMs?: number;
  /** Working directory. Absent: this process's own. */
  readonly cwd?: string;
  /** Variables added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a program ended and what it printed. */
export interface RunResult {
  /** Exit code; 128 + the signal's number when a signal ended it, as shells count. */
  readonly code: number;
  /** Name of the signal that ended it (`SIGTERM`), null when it exited by itself. */
  readonly signal: string | null;
  /** Standard output as UTF-8; a malformed byte becomes U+FFFD, a BOM is kept. */
  readonly stdout: string;
  /** Standard error, decoded alike. */
  readonly stderr: string;
  /** True when the time limit was reached and the program was killed for it. */
  readonly timedOut: boolean;
}

/** A running program whose output is read line by line while it runs. */
export interface LineProcess {
  /** Lines of standard output, without the line feed. Ends when the program's output does. */
  readonly lines: AsyncIterable<string>;
  /** Writes to its standard input; goes nowhere when it has ended. */
  write(text: string): Promise<void>;
  /** Ends it (SIGTERM) and waits until it is gone. Safe to call twice. */
  close(): Promise<void>;
}

/** A connection to a program on this machine. */
export interface LocalSocket {
  /** Whether its time was over, and it closed itself. */
  readonly timedOut: boolean;
  /** Writes all of it; goes nowhere when the other side has gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** What came next; null when nothing comes any more. */
  read(): Promise<Uint8Array | null>;
  /** Safe to call twice. */
  close(): void;
}

/** Sockets of programs on this machine, and what is told about this process over them. */
export interface LocalSockets {
  /**
   * Connects; null when nobody listens there, or it is not allowed.
   *
   * @param options.about the words that are said over it, for `FAB_DEBUG`
   */
  dial(
    path: string,
    options: { readonly timeoutMs: number; readonly about: readonly string[] },
  ): Promise<LocalSocket | null>;
  /** `environment` is `NAME=value` of what tmux looks at to find the pane that a call comes from. */
  caller(): {
    readonly pid: number;
    readonly directory: string;
    readonly environment: readonly string[];
  };
}

/** The one door to other programs. Arguments are arrays; no shell is in between. */
export interface Exec {
  /** What can be asked without starting a program. Absent: nothing can. */
  readonly local?: LocalSockets;
  /**
   * Runs a program to its end and collects its output.
   *
   * @throws {ProgramMissingError} when `argv[0]` can't be found or is not executable.
   */
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>;
  /**
   * Runs a program with this process's own terminal and standard streams, as if this process had
   * become it: SIGINT and SIGQUIT are left to it, the other signals are passed on.
   *
   * @throws {ProgramMissingError} as {@linkcode Exec.run}.
   */
  attach(argv: readonly string[], options?: Pick<RunOptions, "cwd" | "env">): Promise<
    {
      readonly code: number;
      readonly signal: string | null;
      /** The signal that this process was to end by meanwhile, and left to the program. */
      readonly interrupted?: "SIGINT" | "SIGTERM" | "SIGHUP";
    }
  >;
  /**
   * Starts a program whose lines are read as they come.
   *
   * @throws {ProgramMissingError} as {@linkcode Exec.run}.
   */
  lines(argv: readonly string[], options?: Pick<RunOptions, "cwd" | "env">): LineProcess;
}

/** Time, so that tests need not wait for it. */
export interface Clock {
  /** Milliseconds since 1970, for what is stored or compared with stored times. */
  now(): number;
  /** Milliseconds that never run backwards, for durations and deadlines. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with {@linkcode InterruptedError} when interrupted. */
  sleep(ms: number): Promise<void>;
}

/** What a path is, links not followed unless said. */
export interface FileStat {
  readonly kind: "file" | "directory" | "symlink" | "other";
  readonly size: number;
  readonly mode: number | null;
  /** Tells it from any other one, also from one that takes its place; null where that can't be told. */
  readonly id: string | null;
  /** Milliseconds since 1970 at which it was written last, and made; null where unknown. */
  readonly changed: number | null;
  readonly born: number | null;
}

/** A part of a file, and what the file was when that was read. */
export interface FilePart {
  readonly bytes: Uint8Array;
  readonly stat: FileStat;
}

/** An exclusive lock that one process at a time holds; it ends with the process, however that ends. */
export interface FileLock {
  /** Gives the lock back and removes its file. Safe to call twice. */
  release(): Promise<void>;
}

/** A directory that is being watched. */
export interface DirectoryWatch extends Disposable {
  /** Resolves at the next change of the directory's entries or their content; one since the last call counts. */
  changed(): Promise<void>;
}

/** The file system. Reads of what is missing give null; other failures throw the system's error. */
export interface Files {
  /** A whole file as UTF-8 (BOM kept), null when there is none. Larger than `maxBytes`: an error. */
  readText(path: string, options?: { readonly maxBytes?: number }): Promise<string | null>;
  /**
   * At most `most` bytes of a regular file from a place on; a negative one counts from the end. Null
   * when there is none, it can't be read, or the path is a symbolic link.
   */
  readPart(
    path: string,
    part: { readonly from: number; readonly most: number },
  ): Promise<FilePart | null>;
  /** Names in a directory, null when it is none or can't be read. Order is the system's. */
  readDir(path: string): Promise<readonly string[] | null>;
  /** Follows links. Null when missing, unreadable on the way, or a link that loops. */
  stat(path: string): Promise<FileStat | null>;
  /** As {@linkcode Files.stat}, of a link itself. */
  lstat(path: string): Promise<FileStat | null>;
  /** Where a symbolic link points, as written in it; null when it is none. */
  readLink(path: string): Promise<string | null>;
  /** The absolute path without links, null when it does not exist. */
  realPath(path: string): Promise<string | null>;
  /**
   * Writes a file whole or not at all: a temporary file in the same folder, then a rename. A link
   * is followed, so that the file it points to is replaced and the link stays.
   */
  writeAtomic(path: string, content: string, options?: { readonly mode?: number }): Promise<void>;
  /** Creates a directory and its parents; fine when it is there. */
  mkdir(path: string): Promise<void>;
  /** Removes a file, or with `recursive` a tree; true when there was something. */
  remove(path: string, options?: { readonly recursive?: boolean }): Promise<boolean>;
  /** Renames within one file system. */
  rename(from: string, to: string): Promise<void>;
  /**
   * Takes the lock that the file at `path` stands for. Null when another process held it for the
   * whole of `timeoutMs`; {@linkcode Files.lockHolder} then reads what it wrote about itself.
   */
  lock(
    path: string,
    options: { readonly timeoutMs: number; readonly owner: string },
  ): Promise<FileLock | null>;
  /** What the holder of a lock wrote as `owner`; null when nobody holds it, or it just began to. */
  lockHolder(path: string): Promise<string | null>;
  /**
   * Watches a directory, without what is below it. Null where the system can't: a caller looks from
   * time to time in any case, because a watch may miss changes.
   */
  watch(path: string): DirectoryWatch | null;
}

/** The process's surroundings. */
export interface Env {
  get(name: string): string | undefined;
  /** All variables, for those that are looked up by pattern. */
  all(): Readonly<Record<string, string>>;
  /** The working directory as an absolute path. */
  cwd(): string;
  readonly os: "linux" | "darwin" | "other";
  readonly pid: number;
  /** What runs this program: Deno's version, and the triple of the platform it was built for. */
  readonly runtime: { readonly deno: string; readonly target: string };
  /** The words that start this same program anew, with the same rights; its arguments follow. */
  self(): readonly string[];
}

/** The terminal that standard input is, in raw mode: each key comes as it is pressed. */
export interface Keyboard {
  /**
   * What was typed, read by read. Ends when the terminal goes away; rejects with
   * {@linkcode InterruptedError} when interrupted. No key is a signal: `C-c` comes as a byte.
   */
  readonly reads: AsyncIterable<Uint8Array>;
  /** Puts the terminal back as it was. Safe to call twice. */
  close(): void;
}

/** Where answers and warnings go. */
export interface Out {
  /** The answer, exactly as given. */
  stdout(text: string): Promise<void>;
  /** Warnings and errors, exactly as given. */
  stderr(text: string): Promise<void>;
  /** `fab: <message>` and a line feed on standard error. */
  warn(message: string): Promise<void>;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Whether colour may be used on standard output: a terminal, no `NO_COLOR`, `TERM` not `dumb`. */
  readonly color: boolean;
  /** Terminal size; null when standard output is no terminal or has no width. */
  size(): { readonly columns: number; readonly rows: number } | null;
  /** All of standard input. */
  readStdin(): Promise<Uint8Array>;
  /**
   * Takes the terminal on standard input for key by key reading, without echo. Whoever takes it
   * closes it.
   *
   * @throws {FabError} when standard input is no terminal.
   */
  keyboard(): Keyboard;
}

/** All that a command may reach. */
export interface Context {
  readonly exec: Exec;
  readonly clock: Clock;
  readonly files: Files;
  readonly env: Env;
  readonly out: Out;
  /** Aborted by SIGINT, SIGTERM or SIGHUP; its reason is an {@linkcode InterruptedError}. */
  readonly signal: AbortSignal;
}
