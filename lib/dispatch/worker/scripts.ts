/**
 * The fixed `sh` scripts of headless workers. Data comes as positional arguments, never as part of
 * a script; so nothing here needs quoting.
 *
 * @module
 */

/**
 * The shell that stays with a worker for its life and leads its session. It says its pid, waits
 * for the word that the record is written (without it, it ends and nothing ran), runs the worker
 * with the prompt as standard input and both streams in the log, and writes the exit code, whole.
 *
 * `timeout` runs in the foreground so that it makes no process group of its own and `kill` reaches
 * all; what a command left running when its time was over is then ended here. The worker is in no
 * pane: it must not write its agent state, or split, where its launcher was.
 *
 * Arguments: exit file, log, prompt file, seconds or empty, command line.
 */
const WRAPPER = `
echo "$$"
read -r word || exit 0
[ "$word" = go ] || exit 0
exec <"$3" >"$2" 2>&1
unset TMUX_PANE
if [ -n "$4" ]; then
  mode=
  case $(timeout --help 2>&1) in *--foreground*) mode=--foreground ;; esac
  timeout $mode -k 5 "$4" sh -c "$5"
else
  sh -c "$5"
fi
code=$?
echo "$code" >"$1.tmp" && mv -f "$1.tmp" "$1"
if [ -n "$4" ]; then
  case $code in
  124 | 137)
    trap '' TERM
    kill -TERM 0
    sleep 1
    kill -KILL 0
    ;;
  esac
fi
`;

/**
 * Puts the wrapper into a session of its own, without a process in between that stays: by
 * `setsid` of util-linux, else by perl (macOS has no setsid). Prints `error: …` when neither is
 * there. Arguments: the wrapper's.
 */
const LAUNCH = `
wrapper=$1
shift
if [ -n "$4" ] && ! command -v timeout >/dev/null 2>&1; then
  echo "error: timeout(1) not found on PATH; install coreutils or leave --timeout out"
  exit 1
fi
case $(setsid --help 2>&1) in
*--fork*) exec setsid --fork sh -c "$wrapper" fab-dispatch "$@" ;;
esac
if command -v perl >/dev/null 2>&1; then
  exec perl -e 'use POSIX qw(setsid); exit 0 if fork; setsid(); exec @ARGV; exit 127' \\
    sh -c "$wrapper" fab-dispatch "$@"
fi
echo "error: neither setsid (util-linux) nor perl found on PATH; one is needed to detach a worker"
`;

/**
 * What is alive under a process id, from /proc: its stat line, the uptime, its arguments. Nothing
 * at all when there is no such process. Argument: pid.
 */
const PROBE_PROC = `
cat "/proc/$1/stat" 2>/dev/null || exit 0
cat /proc/uptime "/proc/$1/cmdline" 2>/dev/null
`;

/**
 * The living members of a process group that carry a variable in their environment, a pid a line.
 * Arguments: process group, `NAME=value`.
 */
const MEMBERS_PROC = `
for file in /proc/[0-9]*/stat; do
  { read -r line <"$file"; } 2>/dev/null || continue
  set -- "$1" "$2" "$file" \${line##*) }
  [ "$6" = "$1" ] && [ "$4" != Z ] || continue
  pid=\${3%/stat}
  if [ -n "$2" ]; then
    tr '\\000' '\\n' <"$pid/environ" 2>/dev/null | grep -qxF -e "$2" || continue
  fi
  echo "\${pid##*/}"
done
`;

/** As {@linkcode MEMBERS_PROC} where there is no /proc; the environment is not looked at. */
const MEMBERS_PS = `
ps -A -o pid= -o pgid= -o stat= | while read -r pid group state; do
  [ "$group" = "$1" ] || continue
  case $state in Z*) ;; *) echo "$pid" ;; esac
done
`;

/** Sends a signal to a process group. Arguments: signal name, process group. */
const SIGNAL_GROUP = `kill -s "$1" -- "-$2" 2>/dev/null`;

/** Sends a signal to one process. Arguments: signal name, pid. */
const SIGNAL_ONE = `kill -s "$1" "$2" 2>/dev/null`;

/** The argv that launches a detached worker. */
export function launchArgv(worker: {
  readonly exit: string;
  readonly log: string;
  readonly prompt: string;
  readonly timeout: number | null;
  readonly command: string;
}): readonly string[] {
  const timeout = worker.timeout === null ? "" : String(worker.timeout);
  return script(LAUNCH, WRAPPER, worker.exit, worker.log, worker.prompt, timeout, worker.command);
}

/** The argv that asks what is alive under a pid. */
export function probeArgv(pid: number, os: "linux" | "darwin" | "other"): readonly string[] {
  return os === "linux"
    ? script(PROBE_PROC, String(pid))
    : ["ps", "-ww", "-o", "pgid=", "-o", "stat=", "-o", "etime=", "-o", "args=", "-p", String(pid)];
}

/** The argv that lists a process group's living members; with a mark, those that carry it. */
export function membersArgv(
  pgid: number,
  options: { readonly mark: string; readonly os: "linux" | "darwin" | "other" },
): readonly string[] {
  return options.os === "linux"
    ? script(MEMBERS_PROC, String(pgid), options.mark)
    : script(MEMBERS_PS, String(pgid));
}

/** The argv that signals a whole process group. */
export function signalGroupArgv(signal: "TERM" | "KILL", pgid: number): readonly string[] {
  return script(SIGNAL_GROUP, signal, String(pgid));
}

/** The argv that signals one process. */
export function signalOneArgv(signal: "TERM" | "KILL", pid: number): readonly string[] {
  return script(SIGNAL_ONE, signal, String(pid));
}

function script(text: string, ...args: readonly string[]): readonly string[] {
  return ["sh", "-c", text, "fab-dispatch", ...args];
}
