/**
 * Reads what is needed of processes to tell whose files are whose, in one subprocess. A compiled
 * program may not read `/proc` itself. Of a process's variables only those are printed that name a
 * folder of its files.
 *
 * @module
 */

import type { ProcessFacts } from "../core/records/owner.ts";
import { readFacts } from "../core/records/place_text.ts";
import { LINUX_DESCENDANTS, LINUX_RECORDS } from "../look/proc_script.ts";
import type { Context } from "../ports.ts";
import { newNonce } from "../tmux/framing.ts";

/** Milliseconds that it may take; a machine that is busier gives no record. */
const LIMIT_MS = 2000;

/**
 * `$1` the pane's process, `$2` and `$3` the halves of a mark, which as a whole must not be among the
 * arguments that are printed, `$4` a pattern of the variables.
 */
const LINUX_SCRIPT = `${LINUX_DESCENDANTS}
mine=$all
read -r up rest </proc/uptime
mark=$2$3
printf '%s\\nup:%s\\n%s' "$mine" "$up" "$mark"
all=
for p in [0-9]*; do all="$all $p"; done
${LINUX_RECORDS}
printf '%s' "$mark"
files= links="self/cwd self/root self/ns/mnt"
for p in $all; do files="$files $p/environ" links="$links $p/cwd $p/root $p/ns/mnt"; done
for p in $mine; do links="$links $p/fd"; done
grep -azsHE "$4" $files
printf '%s' "$mark"
find $links -maxdepth 1 -type l -printf '%p\\t%U\\t%l\\0' 2>/dev/null
`;

/**
 * Reads it.
 *
 * @param variables names of variables beside `HOME`
 * @returns null where the system does not tell, or took too long
 */
export async function processFacts(
  context: Pick<Context, "exec" | "env">,
  panePid: number,
  variables: readonly string[],
): Promise<ProcessFacts | null> {
  if (context.env.os !== "linux") return null;
  const halves = [`<${newNonce()}`, `${newNonce()}>`];
  const names = ["HOME", ...variables.filter((name) => /^\w+$/.test(name))];
  const result = await context.exec.run(
    ["/bin/sh", "-c", LINUX_SCRIPT, "sh", String(panePid), ...halves, `^(${names.join("|")})=`],
    { timeoutMs: LIMIT_MS },
  );
  const parts = result.stdout.split(halves.join(""));
  return result.timedOut || parts.length !== 4 ? null : readFacts(parts);
}
