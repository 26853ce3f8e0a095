/**
 * What the batch commands have in common on the command line.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import { type AgentLine, agentLine } from "./flags/agent.ts";
import type { FlagSpec, ParsedLine } from "./command.ts";
import { spawnFlags, type SpawnLine, spawnLine } from "./flags/spawn.ts";

/** The flags. */
export const batchFlags: readonly FlagSpec[] = [
  { name: "all", summary: "all that there are" },
  { name: "list", summary: "open nothing; list what there is" },
  ...spawnFlags,
];

/** What a batch line says. */
export interface BatchLine extends SpawnLine {
  readonly agent: AgentLine;
  /** Those that were named; empty for all of them. */
  readonly names: readonly string[];
  readonly list: boolean;
}

/** @throws {UsageError} when names, `--all` and `--list` are not exactly one of them. */
export function batchLine(line: ParsedLine): BatchLine {
  const list = line.given("list");
  const ways = [line.args.length > 0, line.given("all"), list].filter((given) => given).length;
  if (ways === 0) throw new UsageError("name at least one, or give --all or --list");
  if (ways > 1) throw new UsageError("names, --all and --list exclude each other");
  return { agent: agentLine(line, "default"), ...spawnLine(line), names: line.args, list };
}
