/**
 * Keeps a way to ask tmux open for as long as somebody waits: a standing connection, or one call for
 * each question where that can't be had.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { type Channel, ChannelEndedError, createCallChannel } from "../tmux/channel.ts";
import { openControlChannel } from "../tmux/control.ts";
import type { Tmux } from "../tmux/tmux.ts";

/** Standing connections that are tried before it is left at single calls. */
const CONNECTIONS = 5;

/** A channel that outlives the sessions that it is connected to. */
export interface Connection extends Channel {
  /** Whether a question costs no process of its own. */
  readonly standing: boolean;
  /**
   * Connects by way of the session that a pane is in. Does nothing when connected, nor when the pane
   * or the server is gone, which the next question will tell.
   */
  stand(pane: string): Promise<void>;
}

/**
 * Makes a {@linkcode Connection}, which begins with single calls.
 *
 * @param options.onChange called when panes came or went
 */
export function createConnection(
  context: Pick<Context, "exec" | "clock">,
  tmux: Tmux,
  options: { readonly onChange: () => void },
): Connection {
  const calls = createCallChannel(tmux);
  let control: Channel | null = null;
  let left = CONNECTIONS;

  const drop = async () => {
    const old = control;
    control = null;
    await old?.close();
  };

  return {
    get standing() {
      return control !== null;
    },
    async stand(pane) {
      if (control !== null || left === 0) return;
      const session = await sessionOf(tmux, pane);
      if (session === null) return;
      left--;
      control = openControlChannel(context, tmux, { ...options, session });
    },
    async ask(commands) {
      if (control !== null) {
        try {
          return await control.ask(commands);
        } catch (error) {
          if (!(error instanceof ChannelEndedError)) throw error;
          await drop();
        }
      }
      return await calls.ask(commands);
    },
    close: drop,
  };
}

async function sessionOf(tmux: Tmux, pane: string): Promise<string | null> {
  try {
    return (await tmux.pane(pane, ["session_id"])).fields.session_id;
  } catch (error) {
    if (error instanceof FabError) return null;
    throw error;
  }
}
