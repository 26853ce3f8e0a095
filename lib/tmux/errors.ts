/**
 * The few phrases of tmux's standard error that must be told apart, in one place. Case and wording
 * vary between versions, so they are matched loosely.
 *
 * @module
 */

import { type FabError, PaneMissingError, TmuxError } from "../core/errors.ts";
import { oneLine } from "../core/visible.ts";

/** Turns what tmux printed when it refused into the error for it. */
export function classifyRefusal(
  stderr: string,
  about: {
    readonly label: string | null;
    readonly pane?: string | undefined;
    /** The signal that ended the call, null when it ended by itself. */
    readonly signal: string | null;
  },
): FabError {
  const words = stderr.trim().replaceAll(/\s*\n\s*/g, "; ");
  const lower = words.toLowerCase();
  const where = about.label === null ? "" : ` (server ${about.label})`;
  if (about.pane !== undefined && /can't find (pane|window|session)/.test(lower)) {
    return new PaneMissingError(about.pane);
  }
  if (
    /no server running|error connecting to|failed to connect|lost server|server exited/.test(lower)
  ) {
    return new TmuxError("no-server", `no tmux server${where}: ${words}`);
  }
  const silence = about.signal === null
    ? "tmux failed without a word"
    : `the call of tmux was ended by ${about.signal}`;
  return new TmuxError("refused", (words === "" ? silence : `tmux: ${words}`) + where);
}

/** No session has this name; it says which there are. */
export function noSuchSession(name: string, there: readonly string[]): TmuxError {
  const names = there.map((one) => oneLine(one)).join(", ") || "none";
  return new TmuxError("refused", `can't find session: ${oneLine(name)} (there are: ${names})`);
}

/** Whether a listing was refused because the server, which may outlive them, has no session. */
export function isWithoutSessions(error: unknown): boolean {
  return error instanceof TmuxError && /no current target/i.test(error.message);
}
