/**
 * Sessions by their exact names.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import { noSuchSession } from "./errors.ts";
import type { Tmux } from "./tmux.ts";

/**
 * The id of a session that was named: tmux itself would take one whose name begins so, or that a
 * pattern fits.
 *
 * @param target a name or an id, with or without a colon behind it, and a `=` in front
 * @throws {TmuxError} when there is none, naming those there are.
 * @throws {UsageError} when a window is named as well.
 */
export async function findSession(tmux: Tmux, target: string): Promise<string> {
  const name = target.replace(/^=/, "").replace(/:$/, "");
  if (name.includes(":")) {
    throw new UsageError(`--target names a session and no window: ${name.split(":", 1)[0]}:`);
  }
  const sessions = await tmux.list(["list-sessions"], ["session_id", "session_name"]);
  const found = sessions.find((one) => one.session_name === name || one.session_id === name);
  if (found !== undefined) return found.session_id;
  throw noSuchSession(name, sessions.map((one) => one.session_name));
}
