/**
 * Flags and output that all commands share which open windows for people.
 *
 * @module
 */

import { UsageError } from "../../core/errors.ts";
import { quoteWords } from "../../core/quote.ts";
import { profileFlags, repoFlag, workersFlag } from "./agent.ts";
import type { FlagSpec, ParsedLine } from "../command.ts";
import { jsonFlag, serverFlag, serverOf } from "./common.ts";
import { jsonDocument } from "../text/json.ts";

/** Flags that say which agent and in which session. */
export const spawnFlags: readonly FlagSpec[] = [
  ...profileFlags,
  workersFlag,
  repoFlag,
  {
    name: "target",
    short: "t",
    value: "<session:>",
    summary: "open the window in this session instead of the caller's own",
    complete: "session",
  },
  { name: "focus", summary: "make the new window the session's current one" },
  { name: "dry-run", summary: "open nothing; print the shell line and the exact tmux call" },
  jsonFlag,
  serverFlag,
];

/** `-c`. */
export const directoryFlag: FlagSpec = {
  name: "cwd",
  short: "c",
  value: "<dir>",
  summary: "directory to start in (default: this one)",
  complete: "directory",
};

/** What the flags say. */
export interface SpawnLine {
  /** Null: the caller's own session. */
  readonly session: string | null;
  readonly server: string | null;
  readonly focus: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** @throws {UsageError} for an empty session. */
export function spawnLine(line: ParsedLine): SpawnLine {
  const session = line.value("target");
  if (session === "" || session === ":") throw new UsageError("--target is empty; name a session");
  return {
    session: session ?? null,
    server: serverOf(line),
    focus: line.given("focus"),
    dryRun: line.given("dry-run"),
    json: line.given("json"),
  };
}

/** What `--dry-run` prints: the line that the pane's shell runs, and the call as it would be typed. */
export function dryRunText(
  plan: { readonly command: string; readonly argv: readonly string[] },
  options: Pick<SpawnLine, "json" | "server">,
): string {
  const { command, argv } = plan;
  if (!options.json) return `command: ${command}\ntmux: ${quoteWords(argv)}\n`;
  const nothing = { pane: null, window_id: null };
  return jsonDocument({ ...nothing, command, server: options.server, argv });
}
