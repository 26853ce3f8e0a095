/**
 * Handing a shell line to a new pane.
 *
 * tmux runs a single argument by its `default-shell`, which may be fish or csh, or anything else, and
 * would read a line written for POSIX shells otherwise. There the line goes to `sh -c`; elsewhere
 * it goes verbatim.
 *
 * @module
 */

import { quoteAlways } from "../core/quote.ts";
import type { Tmux } from "./tmux.ts";

const POSIX = new Set(["sh", "bash", "zsh", "dash", "ksh", "ksh93", "mksh", "ash"]);

/** The arguments that stand for a shell line at the end of `new-window` or `split-window`. */
export async function shellLineArguments(tmux: Tmux, line: string): Promise<readonly string[]> {
  return argumentsFor((await tmux.call([["show-options", "-gv", "default-shell"]])).trim(), line);
}

/** As {@linkcode shellLineArguments}, where tmux's `default-shell` is known. */
export function argumentsFor(defaultShell: string, line: string): readonly string[] {
  const name = defaultShell.slice(defaultShell.lastIndexOf("/") + 1);
  if (POSIX.has(name)) return ["--", line];
  // fish reads what the quoting writes, and sets the person's PATH before it hands over.
  if (name === "fish") return ["--", `exec /bin/sh -c ${quoteAlways(line)}`];
  return ["--", "/bin/sh", "-c", line];
}
