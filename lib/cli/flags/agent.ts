/**
 * The part of a command line that says which agent is meant, shared by all that compose one.
 *
 * @module
 */

import { UsageError } from "../../core/errors.ts";
import { ROLES, select } from "../../core/agent/roles.ts";
import { STAGES } from "../../core/stages.ts";
import { quoted } from "../../core/visible.ts";
import type { ArgSpec, FlagSpec, ParsedLine } from "../command.ts";
import { didYouMean } from "../suggest.ts";

/** The selector. */
export const selectorArg: ArgSpec = {
  name: "role|stage",
  optional: true,
  summary: "whose profile is taken; a role's name comes before a stage's",
  complete: "role-or-stage",
};

/** Flags that resolve the profile. */
export const profileFlags: readonly FlagSpec[] = [
  {
    name: "provider",
    value: "<name>",
    summary: "the agent CLI; alone, roles and what they fill in are left out",
    complete: "provider",
  },
  { name: "model", value: "<id>", summary: "the model; empty: the agent's own default" },
  { name: "effort", value: "<level>", summary: "the effort; empty: the agent's own default" },
];

/** `--repo`. */
export const repoFlag: FlagSpec = {
  name: "repo",
  value: "<dir>",
  summary: "take the project's configuration from here instead of the working directory",
  complete: "directory",
};

/** `--workers`. */
export const workersFlag: FlagSpec = {
  name: "workers",
  value: "<provider>",
  summary: "set FAB_AGENT_WORKERS for the agent, so that its stage workers are of this provider",
  complete: "provider",
};

/** What of an agent request stands on the line; a value that was given counts even when empty. */
export interface AgentLine {
  readonly selector: string | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly effort: string | undefined;
  readonly repo: string | undefined;
  readonly workers: string | undefined;
  /** What follows `--`. */
  readonly args: readonly string[];
}

/** @throws {UsageError} for a selector that is neither role nor stage. */
export function agentLine(
  line: ParsedLine,
  selector: string | undefined = line.args[0],
): AgentLine {
  if (selector !== undefined && select(selector) === null) {
    const roles = `roles: ${ROLES.join(", ")}; stages: ${STAGES.join(", ")}`;
    throw new UsageError(
      `unknown role or stage ${quoted(selector)} (${roles})` +
        didYouMean(selector, [...new Set([...ROLES, ...STAGES])]),
    );
  }
  return {
    selector,
    provider: line.value("provider"),
    model: line.value("model"),
    effort: line.value("effort"),
    repo: line.value("repo"),
    workers: line.value("workers"),
    args: line.rest,
  };
}
