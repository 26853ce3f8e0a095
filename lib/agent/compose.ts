/**
 * From what a caller asks for to the shell line that starts the agent.
 *
 * @module
 */

import { type ConfigContext, loadConfig } from "../config/load.ts";
import type { Config } from "../core/config/types.ts";
import { chooseLanding, type DispatchMode } from "../core/dispatch/landing.ts";
import { notInherited } from "../core/agent/inherited.ts";
import { FabError, UsageError } from "../core/errors.ts";
import { findProvider, resolveProfile } from "../core/agent/profile.ts";
import { quoteWords } from "../core/quote.ts";
import { type Role, ROLES, select, type Selection } from "../core/agent/roles.ts";
import { endsInScript } from "../core/agent/shell_slots.ts";
import { type Stage, STAGES } from "../core/stages.ts";
import { substitute } from "../core/agent/substitute.ts";

/**
 * What is asked for. A selector alone resolves the role; a provider alone leaves roles and fills
 * out; both resolve the role with the provider pinned, as `{ selector: "default", provider }` does.
 * A string that is there counts even when it is empty.
 */
export interface AgentRequest {
  /** A role or a stage. Absent, without a provider: the `default` role. */
  readonly selector?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** Take `headless_command` instead of `interactive_command`. */
  readonly headless?: boolean;
  /** Leave the placeholders in the command as they are. */
  readonly template?: boolean;
  /** Arguments for the agent, appended each as one quoted word. */
  readonly args?: readonly string[];
  /** Directory to look for the project's configuration from; default: the working directory. */
  readonly repo?: string | undefined;
}

/** How a request was resolved. */
export interface AgentResolution {
  /** As given; null when none was. */
  readonly selector: string | null;
  /** Null when a provider alone was asked for. */
  readonly role: Role | null;
  readonly stage: Stage | null;
  readonly provider: string;
  /** Empty: the agent's own default. */
  readonly model: string;
  /** Empty: the agent's own default. */
  readonly effort: string;
  /** Whether a calling harness runs this provider by itself. */
  readonly native: boolean;
  /** Where `dispatch.mode` lands with this provider; null when it has nothing to run. */
  readonly dispatch: DispatchMode | null;
  /** The shell line; null when the provider has no command of the form that was asked for. */
  readonly command: string | null;
  /** The key that would have to be set for `command` to be there. */
  readonly commandKey: string;
  /** Variables that the agent is to start without. */
  readonly without: readonly string[];
  /** Whether there are arguments and the command is a script for `sh -c`, which keeps them. */
  readonly argsLost: boolean;
}

/** A resolution that has a command. */
export type ComposedAgent = AgentResolution & { readonly command: string };

/**
 * Resolves a request and composes its command.
 *
 * @throws {UsageError} for a selector that is neither role nor stage.
 * @throws {FabError} for an unknown provider, a provider without such a command, a broken
 *   project configuration.
 */
export async function composeAgent(
  context: ConfigContext,
  request: AgentRequest,
): Promise<ComposedAgent> {
  return requireCommand(await resolveAgent(context, request));
}

/** As {@linkcode composeAgent}, but a provider without such a command resolves all the same. */
export async function resolveAgent(
  context: ConfigContext,
  request: AgentRequest,
): Promise<AgentResolution> {
  const selection = selectionOf(request);
  const { config } = await loadConfig(context, { repo: request.repo });
  return resolveIn(config, request, selection);
}

/** The pure part of {@linkcode resolveAgent}, for a configuration that is loaded already. */
export function resolveIn(
  config: Config,
  request: AgentRequest,
  selection: Selection | null = selectionOf(request),
): AgentResolution {
  const { provider: pinned, model, effort } = request;
  const role = selection?.role ?? null;
  const profile = resolveProfile(config, { role, provider: pinned, model, effort });
  const provider = findProvider(config, profile.provider);
  const field = request.headless === true ? "headless_command" : "interactive_command";
  const template = usable(provider[field]);
  const native = provider.native ?? false;
  const landing = chooseLanding(config.dispatch.mode, {
    interactive: usable(provider.interactive_command) !== null,
    native,
    headless: usable(provider.headless_command) !== null,
    // Whether a server runs is asked when a pane is opened, not when a command is composed.
    tmux: true,
  });
  return {
    selector: request.selector ?? null,
    role,
    stage: selection?.stage ?? null,
    ...profile,
    native,
    dispatch: landing.mode,
    command: template === null ? null : compose(template),
    commandKey: `providers.${profile.provider}.${field}`,
    without: notInherited(provider),
    argsLost: template !== null && (request.args ?? []).length > 0 && endsInScript(template),
  };

  function compose(template: string): string {
    const line = request.template === true ? template : substitute(template, profile);
    const args = request.args ?? [];
    return args.length === 0 ? line : `${line} ${quoteWords(args)}`;
  }
}

/** @throws {FabError} naming the key that is missing. */
export function requireCommand(resolution: AgentResolution): ComposedAgent {
  const { command, commandKey, provider } = resolution;
  if (command !== null) return { ...resolution, command };
  const field = commandKey.slice(commandKey.lastIndexOf(".") + 1);
  throw new FabError("failed", `provider "${provider}" has no ${field}; set ${commandKey}`);
}

/** A command without the line feed that a block of YAML text ends in; null for a blank one. */
function usable(command: string | undefined): string | null {
  const trimmed = command?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

function selectionOf(request: AgentRequest): Selection | null {
  const { selector, provider } = request;
  if (selector === undefined) {
    return provider === undefined ? { role: "default", stage: null } : null;
  }
  const selection = select(selector);
  if (selection !== null) return selection;
  throw new UsageError(
    `unknown role or stage ${JSON.stringify(selector)} (roles: ${ROLES.join(", ")}; stages: ${
      STAGES.join(", ")
    })`,
  );
}
