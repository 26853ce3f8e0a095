/**
 * Which provider, model and effort a request comes to: the one place that knows the precedence.
 *
 * @module
 */

import type { Config, Fill, Provider } from "../config/types.ts";
import { FabError } from "../errors.ts";
import type { Role } from "./roles.ts";

/** What was asked for. A string that is there counts even when it is empty: the flag was given. */
export interface ProfileRequest {
  /** Null addresses the provider alone: roles and fills are left out, `provider` is required. */
  readonly role: Role | null;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
}

/** What a request resolves to. An empty model or effort means that the agent chooses. */
export interface Profile {
  readonly provider: string;
  readonly model: string;
  readonly effort: string;
}

/** The roles that the person's own session plays; `agent.session` speaks for them. */
const SESSION_ROLES: readonly Role[] = ["default", "operator"];

/**
 * Resolves a request (contract §6.2). Model and effort are looked up each by itself, and only with
 * the provider that was resolved, so nothing of one provider is ever used for another.
 *
 * @throws {FabError} for a provider that is not configured, naming those that are.
 */
export function resolveProfile(config: Config, request: ProfileRequest): Profile {
  const { role } = request;
  if (role === null) {
    const provider = request.provider ?? "";
    findProvider(config, provider);
    return { provider, model: request.model ?? "", effort: request.effort ?? "" };
  }
  const own = config.agent.profiles?.[role];
  const knob = SESSION_ROLES.includes(role) ? config.agent.session : config.agent.workers;
  const usual = own?.provider ?? knob;
  const provider = request.provider ?? usual;
  const fills = findProvider(config, provider).profiles;
  // What a role's profile says is meant for the provider that the role has by itself.
  const meant = provider === usual ? own : undefined;
  const pick = (field: keyof Fill): string =>
    request[field] ?? meant?.[field] ?? fills?.[role]?.[field] ?? fills?.default?.[field] ?? "";
  return { provider, model: pick("model"), effort: pick("effort") };
}

/**
 * A provider by its name, which is opaque: nothing is inferred from it.
 *
 * @throws {FabError} when there is none of that name.
 */
export function findProvider(config: Config, name: string): Provider {
  // A name such as "constructor" must not find what every object inherits.
  const provider = Object.hasOwn(config.providers, name) ? config.providers[name] : undefined;
  if (provider !== undefined) return provider;
  const available = Object.keys(config.providers).sort().join(", ");
  const remedy = name === ""
    ? "name one of them"
    : `configure it under providers.${name} in fab/project/config.yaml or ~/.fab-kit/config.yaml`;
  throw new FabError(
    "failed",
    `unknown provider ${JSON.stringify(name)} (available: ${available}); ${remedy}`,
  );
}
