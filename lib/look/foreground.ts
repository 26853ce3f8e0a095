/**
 * Asks what has a pane's terminal, in one subprocess.
 *
 * @module
 */

import {
  type Foreground,
  foregroundGroup,
  idleShellOf,
  onTerminal,
  parseReaders,
  parseShown,
  parseSttyFlags,
  parseWaitRecords,
  readsTty,
} from "../core/process/foreground.ts";
import { parseProcRecords, parsePsRows, withStarts } from "../core/process/table.ts";
import type { Context } from "../ports.ts";
import { newNonce } from "../tmux/framing.ts";
import { LINUX_DESCENDANTS, LINUX_RECORDS } from "./proc_script.ts";

/** Milliseconds that the question may take; what is not known by then is unknown. */
const LIMIT_MS = 2000;

/**
 * `$1` the pane's process, `$2` its terminal, `$3` a mark. Prints the terminal's flags, the mark,
 * process records, the mark, whose standard input the terminal is (or may be, where that can't be
 * read) and whose output, and on a cooked terminal what the foreground group waits for.
 */
const LINUX_SCRIPT = `${LINUX_DESCENDANTS}
flags=$(stty -F "$2" -a 2>/dev/null)
printf '%s\\n%s' "$flags" "$3"
${LINUX_RECORDS}
printf '%s\\n' "$3"
for p in $all; do
  if [ "$p/fd/0" -ef "$2" ] || [ ! -r "$p/fd" ]; then printf 'in:%s\\n' "$p"
  elif [ "$p/fd/1" -ef "$2" ] || [ "$p/fd/2" -ef "$2" ]; then printf 'out:%s\\n' "$p"; fi
done
case " $flags " in *[\\ \\;]icanon[\\ \\;]*) ;; *) exit 0 ;; esac
files=
for p in $all; do files="$files $p/stat"; done
group=$(grep -asH '' $files | awk -v pane="$1" '
  function take() {
    if (last == "") return
    sub(/^.*\\) /, "", text)
    split(text, field, " ")
    group[last] = field[3]
    if (last == pane) front = field[6]
  }
  {
    at = index($0, "/")
    pid = substr($0, 1, at - 1)
    if (pid != last) { take(); last = pid; text = "" }
    text = text " " substr($0, at + 6)
  }
  END { take(); for (pid in group) if (group[pid] == front) print pid }')
[ -n "$group" ] || exit 0
files= fds=
for p in $group; do
  files="$files $p/fdinfo/*"
  fds="$fds $p/fd"
  for t in "$p"/task/*; do files="$files $t/syscall"; done
done
grep -asHE '^(tfd:|running|-?[0-9]+ )' $files
find $fds -maxdepth 1 '(' -lname "$2" -o -lname /dev/tty ')' 2>/dev/null
`;

/** As {@linkcode LINUX_SCRIPT}, for macOS: flags, then three calls of `ps`, each behind the mark. */
const DARWIN_SCRIPT = `
LC_ALL=C
export LC_ALL
stty -f "$2" -a 2>/dev/null
printf '%s\\n' "$3"
ps -axo pid=,ppid=,pgid=,tpgid=,stat=,comm=
printf '%s\\n' "$3"
ps -axo pid=,command=
printf '%s\\n' "$3"
ps -axo pid=,lstart=
`;

/**
 * What has the pane's terminal. Does not throw for what can't be found out: a process that ends in
 * the middle, a terminal that is gone, or a missing program leaves the fact unknown.
 *
 * @param pane `panePid` is tmux's `#{pane_pid}`, `paneTty` its `#{pane_tty}`
 */
export async function foregroundOf(
  context: Pick<Context, "exec" | "env">,
  pane: { readonly panePid: number; readonly paneTty: string },
): Promise<Foreground> {
  const mark = `<${newNonce()}>`;
  const linux = context.env.os === "linux";
  const script = linux ? LINUX_SCRIPT : DARWIN_SCRIPT;
  const result = await context.exec.run(
    ["/bin/sh", "-c", script, "sh", String(pane.panePid), pane.paneTty, mark],
    { timeoutMs: LIMIT_MS },
  );
  const [flags = "", records = "", more = "", starts = ""] = result.stdout.split(mark);
  const rows = linux ? parseProcRecords(records) : withStarts(parsePsRows(records, more), starts);
  const processes = foregroundGroup(rows, pane.panePid);
  const tty = parseSttyFlags(flags);
  return {
    processes,
    everyone: rows,
    readers: linux ? parseReaders(more) : onTerminal(rows, pane.panePid),
    shown: linux ? parseShown(more) : onTerminal(rows, pane.panePid),
    timedOut: result.timedOut,
    idleShell: idleShellOf(processes),
    readingTty: tty?.icanon === true ? readsTty(processes, parseWaitRecords(more)) : null,
    tty,
  };
}
