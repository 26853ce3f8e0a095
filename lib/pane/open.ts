/**
 * Opening a pane for a composed command line (contract §4.5).
 *
 * @module
 */

import { withoutVariables } from "../core/agent/inherited.ts";
import { FabError } from "../core/errors.ts";
import { lastLines, screenOf } from "../core/screen/text.ts";
import { resolve } from "@std/path";
import type { Context } from "../ports.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";
import { callPrinting } from "../tmux/printed.ts";
import { shellLineArguments } from "../tmux/shell_line.ts";
import { isPaneId } from "../core/pane_id.ts";
import { inheritedNames } from "../tmux/environment.ts";
import { findSession } from "../tmux/sessions.ts";
import { createTmux, escapeFormat, requirePaneId, type Tmux } from "../tmux/tmux.ts";

/** Milliseconds in which a program that can't start is seen to end. */
const EARLY_END_MS = 250;

/** Where and what to open. */
export interface OpenOptions {
  /** The shell line, run verbatim. */
  readonly command: string;
  /** Variables that it starts without, where the pane would have them. */
  readonly without?: readonly string[];
  /** Null: the server in `$TMUX`, or tmux's default. */
  readonly server: string | null;
  /** The new pane's directory; null: this process's. */
  readonly directory: string | null;
  /** Window name; null: tmux's choice. */
  readonly name?: string | null;
  /** `auto`: a split of the caller's window when the caller is a pane of that server. */
  readonly placement?: "auto" | "window" | "split";
  /** `session:` in which a window is opened, or the pane that is split. */
  readonly target?: string | null;
  /** How a pane is split; default: as tmux does, below and in halves. */
  readonly split?: {
    readonly direction: "right" | "below";
    /** The new pane's share in percent; null: half. */
    readonly sizePercent: number | null;
  };
}

/** A pane that was opened. */
export interface OpenedPane {
  readonly pane: string;
  readonly windowId: string;
}

/**
 * Opens a pane, without taking the focus.
 *
 * @throws {FabError} when the directory is none, when tmux started elsewhere, or when the program
 *   ended at once (with its last output).
 * @throws {TmuxError} when there is no server, no space, or no session of that name.
 * @throws {PaneMissingError} when the pane to split does not exist.
 */
export async function openPane(context: Context, options: OpenOptions): Promise<OpenedPane> {
  const directory = await existingDirectory(context, options.directory);
  const tmux = createTmux(context.exec, options.server);
  const placement = placementOf(context, { ...options, target: await exactTarget(tmux, options) });
  const at = placement.indexOf("-t");
  const target = at < 0 ? null : placement[at + 1] ?? null;
  const unset = await inheritedNames(tmux, options.without ?? [], target);
  const line = await shellLineArguments(tmux, withoutVariables(options.command, unset));
  const fields = ["pane_id", "window_id"] as const;
  const nonce = newNonce();
  // A placeholder first: its pane can be told to keep a program's last words before the program is
  // there, which may end before anybody could look.
  const zoomed = target !== null && placement[0] === "split-window" &&
    await isZoomed(tmux, target);
  const record = await callPrinting(tmux, [[
    ...placement,
    // A person's zoomed pane stays zoomed; the flag zooms where nothing is.
    ...(zoomed ? ["-Z"] : []),
    ...["-d", "-P", "-F", fieldsFormat(fields, nonce), "-c", escapeFormat(directory)],
    ...["--", "sleep", "60"],
  ]], {
    out: context.out,
    ...(options.placement === "split" && options.target ? { pane: options.target } : {}),
    read: (text) =>
      parseRecords(text, fields, nonce).records.find((r) => isPaneId(r.pane_id)) ?? null,
  });
  if (record === null) throw new FabError("tmux", "tmux opened no pane, and did not say why");
  const pane = record.pane_id;
  const command = { line, directory };
  const startPath = await startProgram(context, { tmux, pane, command }).catch(async (error) => {
    // As for a line that is too long for tmux: the placeholder goes.
    await tmux.attempt([["kill-pane", "-t", pane]]).catch(() => {});
    throw error;
  });
  if (startPath !== null && startPath !== directory) {
    await tmux.attempt([["kill-pane", "-t", pane]]);
    throw new FabError(
      "failed",
      `tmux would have started in ${startPath} instead of ${directory}`,
    );
  }
  await survivesStart(context, { tmux, pane, command: options.command });
  return { pane, windowId: record.window_id };
}

/** Puts the program in the placeholder's place. @returns the directory that tmux gave it */
async function startProgram(
  { out }: Pick<Context, "out">,
  { tmux, pane, command }: {
    readonly tmux: Tmux;
    readonly pane: string;
    readonly command: { readonly line: readonly string[]; readonly directory: string };
  },
): Promise<string | null> {
  const nonce = newNonce();
  const fields = ["pane_start_path"] as const;
  return await callPrinting(tmux, [
    ["set-option", "-p", "-t", pane, "remain-on-exit", "on"],
    [
      ...["respawn-pane", "-k", "-t", pane, "-c", escapeFormat(command.directory)],
      ...command.line,
    ],
    ["display-message", "-p", "-t", pane, fieldsFormat(fields, nonce)],
  ], {
    out,
    pane,
    read: (text) => parseRecords(text, fields, nonce).records[0]?.pane_start_path ?? null,
  });
}

async function isZoomed(tmux: Tmux, pane: string): Promise<boolean> {
  const words = ["display-message", "-p", "-t", pane, "#{window_zoomed_flag}"];
  return (await tmux.attempt([words])).stdout.startsWith("1");
}

/** What was named, exactly: the pane to split, or the session as tmux mistakes it for no other. */
async function exactTarget(
  tmux: Tmux,
  { placement, target }: OpenOptions,
): Promise<string | null> {
  if (target === null || target === undefined) return null;
  return placement === "split" ? requirePaneId(target) : `${await findSession(tmux, target)}:`;
}

function placementOf(context: Context, options: OpenOptions): readonly string[] {
  const own = context.env.get("TMUX_PANE") ?? "";
  const inside = own !== "" && (context.env.get("TMUX") ?? "") !== "" && options.server === null;
  const target = options.target ?? null;
  const placement = options.placement ?? "auto";
  const name = options.name ?? null;
  const split = placement === "split" ||
    (placement === "auto" && inside && name === null && target === null);
  if (split) {
    const pane = target ?? (inside ? own : null);
    const { direction = "below", sizePercent = null } = options.split ?? {};
    return [
      "split-window",
      direction === "right" ? "-h" : "-v",
      ...(sizePercent === null ? [] : ["-l", `${sizePercent}%`]),
      ...(pane === null ? [] : ["-t", pane]),
    ];
  }
  const session = target ?? null;
  return [
    "new-window",
    ...(session === null ? [] : ["-t", session]),
    ...(name === null ? [] : ["-n", escapeFormat(name)]),
  ];
}

/**
 * The absolute path of a directory that exists.
 *
 * @param given null: this process's own
 * @throws {FabError} when it is none; tmux would start elsewhere without a word.
 */
export async function existingDirectory(context: Context, given: string | null): Promise<string> {
  const directory = resolve(context.env.cwd(), given ?? ".");
  const stat = await context.files.stat(directory);
  if (stat?.kind === "directory") return directory;
  throw new FabError(
    "failed",
    stat === null
      ? `${given ?? directory}: no such directory; nothing was opened`
      : `${given ?? directory}: not a directory; nothing was opened`,
  );
}

/** Fails when the pane is gone or dead a moment after it was opened. */
async function survivesStart(
  context: Context,
  opened: { readonly tmux: Tmux; readonly pane: string; readonly command: string },
): Promise<void> {
  const { tmux, pane } = opened;
  const end = context.clock.monotonic() + EARLY_END_MS;
  for (;;) {
    const seen = await tmux.attempt([
      ["display-message", "-p", "-t", pane, "#{pane_id} #{pane_dead}"],
      // With its history: the note that a pane is dead pushes the first row there.
      ["capture-pane", "-p", "-S", "-20", "-t", pane],
    ]);
    const [state = "", ...rows] = seen.stdout.split("\n");
    if (state !== `${pane} 0`) {
      const said = rows.filter((row) => !row.startsWith("Pane is dead"));
      const screen = screenOf(said.join("\n"), { cursor: { x: 0, y: 0 }, width: 0 });
      await tmux.attempt([["kill-pane", "-t", pane]]);
      throw new FabError(
        "failed",
        `the program in pane ${pane} ended at once: ${opened.command}`,
        { details: lastLines(screen, 20).join("\n") || null },
      );
    }
    if (context.clock.monotonic() >= end) {
      await tmux.attempt([["set-option", "-pu", "-t", pane, "remain-on-exit"]]);
      return;
    }
    await context.clock.sleep(25);
  }
}
