/**
 * Commands that a message tells a person to run.
 *
 * @module
 */

import { quoteWord } from "../core/quote.ts";
import { isPaneId } from "../core/pane_id.ts";
import type { Tmux } from "./tmux.ts";

/**
 * A tmux command on this server as it is typed anywhere, inside of tmux or not. It has to name its
 * target: a person's own client may be at another pane, or there may be none.
 */
export function tmuxHint(tmux: Pick<Tmux, "argv">, ...words: readonly string[]): string {
  const [program = "tmux", ...rest] = tmux.argv(...words);
  // Of use to whoever reads its output.
  return line([program, ...rest.filter((word, at) => at > 0 || word !== "-u")]);
}

/** A verb of `fab pane` on this pane: `fab pane capture %3 -L work -l 40`. */
export function fabHint(
  at: { readonly tmux: Pick<Tmux, "argv">; readonly pane: string },
  verb: string,
  ...words: readonly string[]
): string {
  const [, ...server] = at.tmux.argv();
  return line(["fab", "pane", verb, at.pane, ...server.filter((word) => word !== "-u"), ...words]);
}

/** A pane's id stands bare, as it does in every message: no shell of today reads it otherwise. */
function line(words: readonly string[]): string {
  return words.map((word) => isPaneId(word) ? word : quoteWord(word)).join(" ");
}
