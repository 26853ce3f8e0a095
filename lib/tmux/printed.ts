/**
 * Calls whose printed answer outranks their exit status.
 *
 * @module
 */

import type { Out } from "../ports.ts";
import { classifyRefusal } from "./errors.ts";
import { tmuxHint } from "./hint.ts";
import type { Tmux, TmuxCommand } from "./tmux.ts";

/**
 * Runs commands that print what they did, such as the id of a pane. A hook of the user's that fails
 * ends the call with a failure after tmux did its work and said so: what was printed counts, and the
 * failure becomes a warning.
 *
 * @param options.read finds the answer in what was printed; null where there is none
 * @param options.pane the pane that the commands are about, to name in errors
 * @throws {FabError} as `tmux.call`, when there is no answer; null is returned where it ended well.
 */
export async function callPrinting<T>(
  tmux: Tmux,
  commands: readonly TmuxCommand[],
  options: {
    readonly out: Pick<Out, "warn">;
    readonly read: (stdout: string) => T | null;
    readonly pane?: string;
  },
): Promise<T | null> {
  const result = await tmux.attempt(commands);
  const answer = options.read(result.stdout);
  if (result.code === 0) return answer;
  const { pane } = options;
  const refusal = classifyRefusal(result.stderr, {
    label: tmux.server,
    pane,
    signal: result.signal,
  });
  if (answer === null) throw refusal;
  const words = result.stderr.trim();
  await options.out.warn(
    `tmux did '${commands[0]?.[0] ?? ""}' and ended with ${result.code}` +
      `${words === "" ? " without a word" : `: ${words.replaceAll(/\s*\n\s*/g, "; ")}`}; ` +
      `does a hook of yours fail? '${tmuxHint(tmux, "show-hooks", "-g")}' lists them`,
  );
  return answer;
}
