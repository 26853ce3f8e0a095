/**
 * A way to ask tmux again and again.
 *
 * @module
 */

import type { RunResult } from "../ports.ts";
import { classifyRefusal } from "./errors.ts";
import { newNonce } from "./framing.ts";
import type { Tmux, TmuxCommand } from "./tmux.ts";

/** Runs commands and tells what each of them printed. */
export interface Channel {
  /**
   * Runs commands in order. One that is refused, as for a pane that is gone, does not stop the
   * others. Words may not hold `'` or a line feed: they are names, ids, marks and formats.
   *
   * @returns what each command printed, nothing for one that was refused
   * @throws {TmuxError} when there is no server, or no answer in time.
   * @throws {ChannelEndedError} when the channel ended; another one may still work.
   */
  ask(commands: readonly TmuxCommand[]): Promise<readonly string[]>;
  /** Leaves nothing behind. Safe to call twice. */
  close(): Promise<void>;
}

/** The connection to tmux ended: its session, or the server. */
export class ChannelEndedError extends Error {
  override readonly name = "ChannelEndedError";
}

/** A command as one line of tmux's own language. */
export function commandLine(words: TmuxCommand): string {
  for (const word of words) {
    if (/['\n]/.test(word)) throw new TypeError(`can't be put into a command: ${word}`);
  }
  return words.map((word) => `'${word}'`).join(" ");
}

/** A channel that runs tmux once for each question. */
export function createCallChannel(tmux: Tmux): Channel {
  return {
    async ask(commands) {
      const mark = newNonce();
      // What a command prints ends with a mark.
      const script = commands.map((command) =>
        `${commandLine(command)}\n${commandLine(["display-message", "-p", mark])}\n`
      ).join("");
      const result = await tmux.attempt([["source-file", "-"]], { stdin: script });
      const pieces = result.stdout.split(`${mark}\n`);
      if (pieces.length !== commands.length + 1) throw unanswered(result, tmux.server);
      return pieces.slice(0, -1);
    },
    close: () => Promise.resolve(),
  };
}

function unanswered(result: RunResult, label: string | null) {
  return classifyRefusal(result.stderr, { label, signal: result.signal });
}
