/**
 * Opening a window for a person to type into, with an agent in it and the person's shell behind it.
 *
 * @module
 */

import { join, resolve } from "@std/path";
import { withoutVariables } from "../core/agent/inherited.ts";
import { FabError, TmuxError } from "../core/errors.ts";
import { quoteAlways } from "../core/quote.ts";
import {
  survivingInterrupts,
  withEnvPrefix,
  withShellFallback,
} from "../core/agent/shell_fallback.ts";
import type { Context } from "../ports.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";
import { inheritedNames } from "../tmux/environment.ts";
import { findSession } from "../tmux/sessions.ts";
import { callPrinting } from "../tmux/printed.ts";
import { argumentsFor } from "../tmux/shell_line.ts";
import {
  createTmux,
  escapeArgument,
  escapeFormat,
  type Tmux,
  type TmuxCommand,
} from "../tmux/tmux.ts";
import { WORKERS_VARIABLE } from "./launch.ts";
import { outlivesStart } from "./start_watch.ts";

/** What is opened where. */
export interface SpawnRequest {
  /** The agent's composed line, its arguments included. */
  readonly command: string;
  /** Handed to the agent as its last argument; absent: none. */
  readonly prompt?: string | undefined;
  /** Provider of the agent's stage workers; it is the agent's alone, not the shell's behind it. */
  readonly workers?: string | undefined;
  /** Variables that the agent starts without, where the window would have them. */
  readonly without?: readonly string[];
  /** The window's name. */
  readonly name: string;
  /** Absolute; see {@linkcode spawnDirectory}. */
  readonly directory: string;
  /** Name or id of the session, with or without a colon behind it; null: the caller's own. */
  readonly session: string | null;
  /** Socket label; null: the server in `$TMUX`, or tmux's default. */
  readonly server: string | null;
  /** Makes it the session's current window. */
  readonly focus: boolean;
}

/** What will be done, down to the argv. */
export interface SpawnPlan {
  /** The shell line that runs: the agent with its prompt, and the shell that follows it. */
  readonly command: string;
  /** The session's id; null where there is no server to ask. */
  readonly session: string | null;
  /** The tmux command. */
  readonly window: TmuxCommand;
  /** The whole call, as it would be typed. */
  readonly argv: readonly string[];
}

/** A window that was opened. */
export interface SpawnedWindow {
  readonly pane: string;
  readonly windowId: string;
}

/** What tmux says of a new window. The path, which may hold anything, comes last. */
const OPENED_FORMAT = "#{pane_id} #{window_id} #{pane_start_path}";

/** Bytes of a line that tmux takes in one message with all that stands around it. */
const MAX_LINE_BYTES = 12_000;

/**
 * The directory for a window.
 *
 * @throws {FabError} when it is none: tmux would start elsewhere without a word.
 */
export async function spawnDirectory(
  context: Pick<Context, "env" | "files">,
  given: string | undefined,
): Promise<string> {
  const directory = resolve(context.env.cwd(), given ?? ".");
  const stat = given === "" ? null : await context.files.stat(directory);
  if (stat?.kind === "directory") return directory;
  throw new FabError(
    "failed",
    `${given === "" ? '""' : directory}: not a directory; nothing was opened`,
  );
}

/**
 * Asks tmux about the session and decides the rest. Nothing is opened.
 *
 * @param options.lenient whether a plan is made where there is no server as well
 * @throws {TmuxError} when there is no server, or no such session.
 */
export async function planSpawn(
  context: Context,
  request: SpawnRequest,
  options: { readonly lenient?: boolean } = {},
): Promise<SpawnPlan> {
  const tmux = createTmux(context.exec, request.server);
  const place = await findPlace(context, tmux, request.session).catch((error) => {
    const noServer = error instanceof TmuxError && error.reason !== "refused";
    if (options.lenient === true && noServer) return null;
    throw error;
  });
  const shell = place?.shell ?? context.env.get("SHELL") ?? "";
  const shells = new Set([shell, context.env.get("SHELL") ?? ""]);
  const usable = await Promise.all([...shells].map((path) => isProgram(context, path)));
  const agent = request.prompt === undefined
    ? request.command
    : `${request.command} ${quoteAlways(request.prompt)}`;
  const prefix = request.workers === undefined ? {} : { [WORKERS_VARIABLE]: request.workers };
  const shellKnown = usable.every((one) => one);
  const unset = place === null
    ? []
    : await inheritedNames(tmux, request.without ?? [], `${place.session}:`);
  const line = withShellFallback(withEnvPrefix(agent, prefix), { shellKnown });
  const command = survivingInterrupts(withoutVariables(line, unset));
  const window = [
    "new-window",
    ...(request.focus ? [] : ["-d"]),
    ...["-P", "-F", OPENED_FORMAT],
    ...(place === null ? [] : ["-t", `${place.session}:`]),
    ...["-n", escapeFormat(request.name), "-c", escapeFormat(request.directory)],
    ...argumentsFor(shell, command),
  ];
  const argv = tmux.argv(...window.map(escapeArgument));
  return { command, session: place?.session ?? null, window, argv };
}

/**
 * Opens what was planned.
 *
 * @throws {FabError} when tmux started elsewhere than asked, or the agent ended at once (with its
 *   last words); the window is closed again.
 * @throws {TmuxError} when tmux refused.
 */
export async function openPlanned(
  context: Context,
  request: SpawnRequest,
  plan: SpawnPlan,
): Promise<SpawnedWindow> {
  const tmux = createTmux(context.exec, request.server);
  const { window, file } = await shortened(context, plan.window);
  const opened = await callPrinting(tmux, [window], {
    out: context.out,
    read: (text) => /^(%\d+) (@\d+) (.*)\n$/s.exec(text),
  }).catch(async (error) => {
    if (file !== null) await context.files.remove(file);
    throw error;
  });
  if (opened === null) throw new FabError("tmux", "tmux opened no window, and did not say why");
  const [, pane = "", windowId = "", directory = ""] = opened;
  if (directory !== request.directory) {
    await tmux.attempt([["kill-window", "-t", windowId]]);
    throw new FabError(
      "failed",
      `tmux started in ${directory} instead of ${request.directory}; closed it again`,
    );
  }
  await outlivesStart(context, { tmux, pane, windowId, command: request.command });
  return { pane, windowId };
}

/** The session, and the shell that tmux runs lines with there. */
async function findPlace(
  context: Pick<Context, "env">,
  tmux: Tmux,
  session: string | null,
): Promise<{ session: string; shell: string }> {
  const own = context.env.get("TMUX_PANE") ?? "";
  const inside = tmux.server === null && own !== "" && (context.env.get("TMUX") ?? "") !== "";
  const named = session === null ? null : `${await findSession(tmux, session)}:`;
  const target = named ?? (inside ? own : null);
  const nonce = newNonce();
  const fields = ["session_id", "default-shell"] as const;
  const text = await tmux.call([[
    "display-message",
    "-p",
    ...(target === null ? [] : ["-t", target]),
    fieldsFormat(fields, nonce),
  ]]);
  const record = parseRecords(text, fields, nonce).records[0];
  // Some versions answer for no session at all instead of failing.
  if (record === undefined || record.session_id === "") {
    throw new TmuxError("refused", `can't find session: ${session ?? own}`);
  }
  return { session: record.session_id, shell: record["default-shell"] };
}

async function isProgram(context: Pick<Context, "files">, path: string): Promise<boolean> {
  if (!path.startsWith("/")) return false;
  const stat = await context.files.stat(path);
  return stat?.kind === "file" && (stat.mode === null || (stat.mode & 0o111) !== 0);
}

/** A line that is too long for one message to tmux goes through a file that removes itself. */
async function shortened(
  context: Pick<Context, "env" | "files">,
  window: TmuxCommand,
): Promise<{ readonly window: TmuxCommand; readonly file: string | null }> {
  const line = window.at(-1) ?? "";
  if (new TextEncoder().encode(line).length <= MAX_LINE_BYTES) return { window, file: null };
  const folder = context.env.get("TMPDIR") || "/tmp";
  const file = join(folder, `fab-spawn-${crypto.randomUUID()}.sh`);
  const script = `rm -f -- ${quoteAlways(file)}\n${line}\n`;
  await context.files.writeAtomic(file, script, { mode: 0o600 });
  return { window: window.with(-1, `. ${quoteAlways(file)}`), file };
}
