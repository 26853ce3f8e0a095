/**
 * Handing a shell line to a new pane.
 *
 * tmux runs a single argument by its `default-shell`, which may be fish or csh, or a shell that the
 * machine lacks, and would read a line written for POSIX shells otherwise. There the line goes to
 * `sh -c`; elsewhere it goes verbatim.
 *
 * @module
 */

import type { Tmux } from "./tmux.ts";

const POSIX = new Set(["sh", "bash", "zsh", "dash", "ksh", "ksh93", "mksh", "ash"]);

/** The arguments that stand for a shell line at the end of `new-window` or `split-window`. */
export async function shellLineArguments(tmux: Tmux, line: string): Promise<readonly string[]> {
  const shell = (await tmux.call([["show-options", "-gv", "default-shell"]])).trim();
  const name = shell.slice(shell.lastIndexOf("/") + 1);
  return POSIX.has(name) ? ["--", line] : ["--", "/bin/sh", "-c", line];
}
