/**
 * Hears of changes through a client in control mode, instead of asking again and again.
 *
 * The client is read-only, has no size that could change a window, and gets no output of panes.
 * tmux looks once a second whether the subscribed text has changed.
 *
 * @module
 */

import { AGENT_STATE_OPTION, LEGACY_AGENT_STATE_OPTION } from "../core/agent_state.ts";
import type { Context } from "../ports.ts";
import type { Tmux } from "./tmux.ts";

/** A standing subscription. */
export interface Subscription {
  /** Resolves when nothing more will be heard: the session or the server ended, or it never began. */
  readonly ended: Promise<void>;
  /** Leaves nothing behind. Safe to call twice. */
  close(): Promise<void>;
}

/** What is watched of a pane: which there are, where, and the values that its agent writes. */
const PANE_FIELDS = [
  "session_name",
  "window_index",
  "pane_id",
  "window_name",
  AGENT_STATE_OPTION,
  LEGACY_AGENT_STATE_OPTION,
];

/** The panes of all sessions in one text, so that one client hears of them all. */
const EVERYTHING = `#{S:#{W:#{P:${PANE_FIELDS.map((field) => `#{${field}}`).join("|")};}}}`;

/** What a client in control mode says when there is nothing new. */
const NO_NEWS = /^%(begin|end|error|exit|session-changed|client-session-changed)\b/;

/**
 * Subscribes to what the map shows of all panes of a server, working directories apart.
 *
 * @param options.onChange called for each piece of news, the first one at the beginning
 * @throws {ProgramMissingError} when there is no tmux.
 */
export function subscribeToPanes(
  context: Pick<Context, "exec">,
  tmux: Tmux,
  options: { readonly onChange: () => void },
): Subscription {
  const client = context.exec.lines(tmux.argv(
    ...["-C", "attach-session", "-E", "-f", "no-output,ignore-size,read-only", ";"],
    ...["refresh-client", "-B", `fab::${EVERYTHING}`],
  ));
  const ended = (async () => {
    for await (const line of client.lines) {
      if (line.startsWith("%") && !NO_NEWS.test(line)) options.onChange();
    }
  })().catch(() => {});
  return { ended, close: () => client.close() };
}
