/**
 * Which agent is in a pane, by what one look shows: nothing is said of the state of a pane in which
 * no agent is seen.
 *
 * @module
 */

import { isAgentProcess } from "../process/agent_program.ts";
import { shellName } from "../process/shells.ts";
import type { Screen } from "../screen/text.ts";
import { partAtCursor } from "./facts.ts";
import type { Matcher } from "./signals.ts";

/** The agents that are known. */
export interface AgentTable {
  /** By name, for those whose signals are known. */
  readonly matchers: ReadonlyMap<string, Matcher>;
  /** Names of agents' programs → the agent's name. */
  readonly names: ReadonlyMap<string, string>;
}

/** An agent in a pane; its matcher is null when its signals are not known. */
export interface SeenAgent {
  readonly name: string;
  readonly matcher: Matcher | null;
}

/** What one look shows of who it may be. */
export interface Clues {
  /** tmux's `pane_current_command`. */
  readonly command: string;
  readonly title: string;
  readonly screen: Screen;
  readonly cursorShown: boolean;
  readonly alternate: boolean;
}

/** Programs that run others, under whose name an agent may run. */
const RUNNERS = /^(?:node|nodejs|bun|deno|python[\d.]*|MainThread|sudo|su|script|env|npx|bunx)$/;

/** Whether a pane with this foreground program is worth a look. */
export function mayBeAgent(command: string, table: AgentTable): boolean {
  return RUNNERS.test(command) || shellName(command) !== null ||
    agentNamed(command, [], table) !== null;
}

/** The agent of these name and arguments of a process. */
export function agentNamed(
  comm: string,
  argv: readonly string[],
  table: AgentTable,
): SeenAgent | null {
  const names = new Set(table.names.keys());
  if (!isAgentProcess({ comm, argv }, names)) return null;
  for (const [program, name] of table.names) {
    if (!isAgentProcess({ comm, argv }, new Set([program]))) continue;
    return { name, matcher: table.matchers.get(name) ?? null };
  }
  return null;
}

/**
 * The agent in a pane: by its program's name, else, where a program that runs others is in front,
 * by what its row says of title and input. A shell in front may be an agent's, which was started
 * in it, and what is on the screen what an agent left: a shell shows its cursor on the main screen.
 */
export function whoIs(clues: Clues, table: AgentTable): SeenAgent | null {
  const named = agentNamed(clues.command, [], table);
  if (named !== null) return named;
  const shell = shellName(clues.command) !== null;
  if (!shell && !RUNNERS.test(clues.command)) return null;
  if (shell && clues.cursorShown && !clues.alternate) return null;
  return byLooks(clues, table);
}

/**
 * The agent whose row fits title or input. Many programs have an input in a box; one that also shows the
 * terminal's cursor in it is told by that where its title tells nothing.
 */
export function byLooks(clues: Clues, { matchers }: AgentTable): SeenAgent | null {
  const title = clues.title.trim();
  const { rows, cursor } = clues.screen;
  const found = [...matchers.values()];
  const matcher = found.find(({ knownBy }) => knownBy?.test(title)) ??
    found.find((row) =>
      row.input !== null && row.knownBy === null && row.cursor && clues.cursorShown &&
      partAtCursor(rows, cursor.y, row.input) !== null
    ) ??
    found.find((row) => row.title.waiting?.test(title) || row.title.active?.test(title));
  return matcher === undefined ? null : { name: matcher.name, matcher };
}
