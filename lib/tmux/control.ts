/**
 * A standing connection to tmux: a client in control mode, which is asked over its standard input.
 * A question costs no new process, so that a long wait costs next to nothing.
 *
 * Control mode's own subscriptions are looked at by tmux once a second, which is too late for
 * whoever waits; and only the client of a session gets them. The connection is read-only, has no
 * size that could change a window, and gets no output of panes.
 *
 * @module
 */

import { TmuxError } from "../core/errors.ts";
import type { Context, LineProcess } from "../ports.ts";
import { type Channel, ChannelEndedError, commandLine } from "./channel.ts";
import { type Tmux, TMUX_TIMEOUT_MS } from "./tmux.ts";

/** Notices that something about a window's panes changed: a pane may have ended. */
const STRUCTURE = /^%(?:layout-change|window-close|unlinked-window-close|exit)\b/;

/** A question that waits for its answers. */
interface Question {
  readonly wanted: number;
  readonly answers: string[];
  readonly since: number;
  resolve(answers: readonly string[]): void;
  reject(error: unknown): void;
}

/**
 * Connects to a session. Nothing is attached yet when this returns: the first question tells.
 *
 * @param options.session tmux's `$N`
 * @param options.onChange called when panes came or went, and when the connection ended
 * @throws {ProgramMissingError} when there is no tmux.
 */
export function openControlChannel(
  context: Pick<Context, "exec" | "clock">,
  tmux: Tmux,
  options: { readonly session: string; readonly onChange: () => void },
): Channel {
  const { clock } = context;
  const client = context.exec.lines(tmux.argv(
    ...["-C", "attach-session", "-E", "-f", "no-output,ignore-size,read-only"],
    ...["-t", options.session],
  ));
  let question: Question | null = null;
  let ended: unknown = null;

  function end(error: unknown): void {
    ended ??= error;
    question?.reject(error);
    question = null;
    options.onChange();
  }

  const answer = (text: string) => {
    if (question === null) return;
    question.answers.push(text);
    if (question.answers.length < question.wanted) return;
    question.resolve(question.answers);
    question = null;
  };

  readAnswers(client, { answer, notice: (line) => STRUCTURE.test(line) && options.onChange() })
    .then(
      () => end(new ChannelEndedError("tmux closed the connection")),
      end,
    );
  watchdog().catch(end);

  /** A server that was stopped never answers. */
  async function watchdog(): Promise<void> {
    while (ended === null) {
      await clock.sleep(TMUX_TIMEOUT_MS);
      if (question !== null && clock.monotonic() - question.since >= TMUX_TIMEOUT_MS) {
        throw new TmuxError(
          "timeout",
          `tmux did not answer within ${TMUX_TIMEOUT_MS / 1000} s; is its server stopped?`,
        );
      }
    }
  }

  return {
    async ask(commands) {
      if (question !== null) throw new TypeError("one question at a time");
      if (ended !== null) throw ended;
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      const wanted = commands.length;
      question = { wanted, answers: [], since: clock.monotonic(), resolve, reject };
      // A line each: in one line, a command that is refused would take the rest with it.
      await client.write(commands.map((command) => `${commandLine(command)}\n`).join(""));
      return await promise;
    },
    async close() {
      end(new ChannelEndedError("closed"));
      await client.close();
    },
  };
}

/**
 * Reads what the client prints: answers to commands that were written to it come between `%begin`
 * and `%end` or `%error` with the same numbers, of which the last one is 1; all else is a notice.
 */
async function readAnswers(
  client: LineProcess,
  to: {
    readonly answer: (text: string) => void;
    readonly notice: (line: string) => void;
  },
): Promise<void> {
  let numbers: string | null = null;
  let text = "";
  for await (const line of client.lines) {
    if (numbers === null) {
      const begin = /^%begin (\d+ \d+ [01])$/.exec(line);
      if (begin === null) to.notice(line);
      else [numbers, text] = [begin[1] ?? "", ""];
    } else if (line === `%end ${numbers}` || line === `%error ${numbers}`) {
      if (numbers.endsWith(" 1")) to.answer(line.startsWith("%end") ? text : "");
      numbers = null;
    } else text += `${line}\n`;
  }
}
