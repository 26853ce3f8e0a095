/**
 * A line on the terminal that says what a command waits for and since when, and is gone before
 * anything else is printed.
 *
 * @module
 */

import { formatDuration } from "../../core/duration.ts";
import { oneLine } from "../../core/visible.ts";
import type { Context, Out } from "../../ports.ts";

/** Milliseconds between two drawings, and before the first: what is over by then needs no line. */
const TICK_MS = 1000;
const CLEAR = "\r\x1b[K";
/** Columns where standard output is no terminal and its width is not known. */
const COLUMNS = 80;
/** Columns that are left free: for the `^C` that the terminal shows of a key, and its last one. */
const FREE = 3;
/** Prints the state of the process `$1`, whose own group may have the terminal or not. */
const STAT_SCRIPT = 'cat "/proc/$1/stat" 2>/dev/null || ps -o stat= -p "$1"';
const STAT_LIMIT_MS = 1000;

/** Says how far the work is, in a few words. */
export type TellStep = (step: string) => void;

/**
 * Does work that may take long, and tells a person at the terminal about it: from the first second
 * on, once a second, on standard error. Nothing is told where that is no terminal or a dumb one, nor
 * with `FAB_DEBUG=1`, which tells more, nor in the background, where the line would be drawn over what
 * the person writes.
 *
 * @param what what is waited for, such as `waiting for pane %3`
 * @param work gets a context whose answers and warnings take the place of the line
 *
 * @throws what `work` throws, after the line is gone.
 */
export async function withProgress<T>(
  context: Context,
  what: string,
  work: (context: Context, tell: TellStep) => Promise<T>,
): Promise<T> {
  const { clock, env, out } = context;
  const silent = !out.stderrIsTerminal || env.get("TERM") === "dumb" ||
    env.get("FAB_DEBUG") === "1";
  if (silent) return await work(context, () => {});
  const start = clock.monotonic();
  let step = "";
  let shown = false;
  let over = false;
  const clear = async () => {
    if (!shown) return;
    shown = false;
    await out.stderr(CLEAR);
  };
  const draw = async () => {
    const time = formatDuration((clock.monotonic() - start) / 1000);
    const line = oneLine(`fab: ${what}${step === "" ? "" : `, ${step}`} (${time})`);
    shown = true;
    await out.stderr(CLEAR + line.slice(0, (out.size()?.columns ?? COLUMNS) - FREE));
  };
  const ticking = async () => {
    for (;;) {
      await clock.sleep(TICK_MS);
      if (over) return;
      if (await isInFront(context) && !over) await draw();
    }
  };
  // Interrupted: the work is as well, and says so.
  ticking().catch(() => {});
  try {
    return await work({ ...context, out: before(out, clear) }, (word) => step = word);
  } finally {
    over = true;
    await clear();
  }
}

/** Whether this process is in its terminal's foreground group; true where that can't be told. */
async function isInFront({ exec, env }: Context): Promise<boolean> {
  const argv = ["/bin/sh", "-c", STAT_SCRIPT, "sh", String(env.pid)];
  const { stdout } = await exec.run(argv, { timeoutMs: STAT_LIMIT_MS });
  // state ppid pgrp session tty_nr tpgid …, behind a name that may hold anything.
  const [state, , pgrp, , , tpgid] = stdout.slice(stdout.lastIndexOf(")") + 1).trim().split(/\s+/);
  if (tpgid !== undefined) return pgrp === tpgid;
  return state === undefined || state === "" || state.includes("+");
}

/** The same streams, on which something is done before each text. */
function before(out: Out, clear: () => Promise<void>): Out {
  const after = (write: (text: string) => Promise<void>) => async (text: string) => {
    await clear();
    await write(text);
  };
  return { ...out, stdout: after(out.stdout), stderr: after(out.stderr), warn: after(out.warn) };
}
