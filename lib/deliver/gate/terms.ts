/**
 * On what terms a text is typed.
 *
 * @module
 */

import type { AgentTable } from "../../core/seen/who.ts";

/** Reads which agents can be seen. */
export type ReadAgents = () => Promise<AgentTable | null>;

/** What the preflight is told. */
export interface PreflightOptions {
  /** Delivers to an idle shell on purpose. */
  readonly shell: boolean;
  /** The text answers a question that is put on a line. */
  readonly answer?: boolean;
  /** Tells who can be seen to be at work; null types whatever they do. */
  readonly agents: ReadAgents | null;
}
