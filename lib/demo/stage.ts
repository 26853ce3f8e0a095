/**
 * The demo's stage: a tmux server and a directory of its own, and a context through which nothing
 * else can be reached.
 *
 * The server does not outlive the demo, however that ends: its first pane watches for the demo's
 * process, and takes server and directory away when that is gone.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Context, RunOptions } from "../ports.ts";
import { classifyRefusal } from "../tmux/errors.ts";
import { newNonce } from "../tmux/framing.ts";
import { createTmux, type Tmux, TMUX_TIMEOUT_MS } from "../tmux/tmux.ts";

/** Columns and rows of the demo's panes. */
const SIZE = { columns: 76, rows: 24 };

/** The longest base of a directory in which a socket's path still fits its limit, on macOS 104. */
const MAX_BASE = 56;

/** Milliseconds for each part of the closing, which together must fit in an interrupted one. */
const CLOSE_MS = 1000;

/** `$1` the demo's process, `$2` its directory. */
const KEEPER = `while kill -0 "$1" 2>/dev/null; do sleep 1; done
trap '' HUP
tmux kill-server
rm -rf -- "$2"`;

/**
 * Waits until processes have ended, and prints those that had to be killed. Each look is a SIGTERM:
 * a tmux server that was told to end may sleep for two more seconds, and a signal wakes it. One
 * that has ended and was not collected by its parent yet is no process any more.
 */
const UNTIL_GONE = `ended() {
  kill "$1" 2>/dev/null || return 0
  if [ -e "/proc/$1/stat" ]; then
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
    stat=\${stat##*") "}
  else
    stat=$(ps -o stat= -p "$1" 2>/dev/null)
  fi
  case $stat in Z* | X*) return 0 ;; esac
  return 1
}
n=0
for p; do
  until ended "$p"; do
    n=$((n + 1))
    [ "$n" -lt 60 ] || { kill -9 "$p" 2>/dev/null; echo "$p"; break; }
    sleep 0.02
  done
done`;

/** A running stage. */
export interface Stage {
  /** The surroundings, with this server's socket directory in place of the caller's server. */
  readonly context: Context;
  readonly tmux: Tmux;
  readonly server: string;
  readonly directory: string;
  /** What `tmux -V` says. */
  readonly version: string;
  /**
   * Ends the server and what runs in it, and removes the directory.
   *
   * @throws {FabError} when a process would not go and was killed.
   */
  close(): Promise<void>;
}

/**
 * Starts a stage.
 *
 * @throws {TmuxError} when there is no tmux, or it can't start a server.
 * @throws {FabError} when there is no directory to write to.
 */
export async function startStage(outside: Context): Promise<Stage> {
  const version = (await createTmux(outside.exec, null).call([["-V"]])).trim();
  const directory = await makeDirectory(outside);
  const server = `fab-demo-${outside.env.pid}`;
  const context = within(outside, {
    TMUX_TMPDIR: directory,
    TMUX: "",
    TMUX_PANE: "",
    SHELL: "/bin/sh",
  });
  const tmux = createTmux(context.exec, server);
  const stage: Stage = {
    context,
    tmux,
    server,
    directory,
    version,
    close: () => closeStage(stage),
  };
  try {
    await startServer(stage);
  } catch (error) {
    await stage.close();
    throw error;
  }
  return stage;
}

async function startServer({ context, tmux, directory }: Stage): Promise<void> {
  const { columns, rows } = SIZE;
  const argv = tmux.argv(
    ...["-f", "/dev/null", "new-session", "-d", "-x", `${columns}`, "-y", `${rows}`, "--"],
    ...["/bin/sh", "-c", KEEPER, "sh", `${context.env.pid}`, directory],
  );
  const started = await context.exec.run(argv, { timeoutMs: TMUX_TIMEOUT_MS });
  if (started.code !== 0) {
    throw classifyRefusal(started.stderr, {
      label: tmux.server,
      signal: started.signal,
    });
  }
  await tmux.call([["set-option", "-g", "default-size", `${columns}x${rows}`]]);
}

async function closeStage({ context, tmux, directory }: Stage): Promise<void> {
  const options = { timeoutMs: CLOSE_MS };
  const listed = await tmux.attempt([["list-panes", "-a", "-F", "#{pid} #{pane_pid}"]], options)
    .catch(() => null);
  const pids = new Set(listed?.code === 0 ? listed.stdout.split(/\s+/).filter(Boolean) : []);
  await tmux.attempt([["kill-server"]], options).catch(() => null);
  let killed = "";
  if (pids.size > 0) {
    const script = ["/bin/sh", "-c", UNTIL_GONE, "sh", ...pids];
    const gone = await context.exec.run(script, { timeoutMs: 2 * CLOSE_MS });
    killed = gone.stdout.trim().replaceAll("\n", " ");
  }
  await context.files.remove(directory, { recursive: true });
  if (killed !== "") {
    throw new FabError("failed", `the demo's processes ${killed} did not end and were killed`);
  }
}

/**
 * Makes a new directory: in `$TMPDIR` where a socket's path fits there, else in `/tmp`.
 *
 * @throws {FabError} when neither can be written to.
 */
export async function makeDirectory({ env, files }: Context): Promise<string> {
  const given = (env.get("TMPDIR") ?? "").replace(/\/+$/, "");
  const bases = given === "" || given.length > MAX_BASE ? ["/tmp"] : [given, "/tmp"];
  let cause: unknown = null;
  for (const base of bases) {
    // Links in it are resolved: tmux tells a pane's directory without them.
    const real = await files.realPath(base);
    if (real === null) continue;
    const directory = `${real}/fab-demo-${newNonce().slice(0, 8)}`;
    try {
      await files.mkdir(directory);
      return directory;
    } catch (error) {
      cause = error;
    }
  }
  throw new FabError("failed", `${bases.join(" and ")}: can't make a directory there; set TMPDIR`, {
    cause,
  });
}

/** A context in which these variables have these values, for this program and all that it runs. */
function within(context: Context, changes: Readonly<Record<string, string>>): Context {
  const { exec, env } = context;
  const inside = <O extends Pick<RunOptions, "env">>(options?: O) => ({
    ...options,
    env: { ...options?.env, ...changes },
  });
  return {
    ...context,
    exec: {
      run: (argv, options) => exec.run(argv, inside(options)),
      attach: (argv, options) => exec.attach(argv, inside(options)),
      lines: (argv, options) => exec.lines(argv, inside(options)),
    },
    env: {
      ...env,
      get: (name) => Object.hasOwn(changes, name) ? changes[name] : env.get(name),
      all: () => ({ ...env.all(), ...changes }),
    },
  };
}
