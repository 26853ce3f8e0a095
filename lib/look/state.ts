/**
 * Reads the agent state of panes, strictly at pane scope: a format's `#{@name}` would also find a
 * value that is set on the window, the session or globally, and take it for the pane's own.
 *
 * @module
 */

import {
  AGENT_STATE_OPTION,
  type AgentState,
  LEGACY_AGENT_STATE_OPTION,
  resolveAgentState,
} from "../core/agent_state.ts";
import { newNonce } from "../tmux/framing.ts";
import { requirePaneId, type Tmux, type TmuxCommand } from "../tmux/tmux.ts";

/** Commands for a chained call that print both options of a pane between marks. */
export function stateCommands(pane: string, mark: string): readonly TmuxCommand[] {
  return [
    // The id without its `%`, because messages are put through strftime.
    ["display-message", "-p", `${mark}:${pane.slice(1)}`],
    showOption(pane, AGENT_STATE_OPTION),
    ["display-message", "-p", mark],
    showOption(pane, LEGACY_AGENT_STATE_OPTION),
    ["display-message", "-p", mark],
  ];
}

/** By its short name: of a thousand commands tmux takes noticeably longer to read the long one. */
function showOption(pane: string, name: string): TmuxCommand {
  return ["show", "-pqv", "-t", pane, name];
}

/**
 * Reads what the commands of {@linkcode stateCommands} printed, for any number of panes.
 *
 * @returns the states by pane, and what was printed after the last of them
 */
export function parseStates(
  text: string,
  mark: string,
): { readonly states: ReadonlyMap<string, AgentState | null>; readonly rest: string } {
  const states = new Map<string, AgentState | null>();
  // Nothing, then for each pane: its id and its canonical value, its legacy value, nothing.
  const pieces = text.split(mark);
  for (let at = 1; at + 2 < pieces.length; at += 3) {
    const [, id, canonical = ""] = /^:(\d+)\n([^]*)$/.exec(pieces[at] ?? "") ?? [];
    if (id === undefined) break;
    states.set(`%${id}`, resolveAgentState(canonical, (pieces[at + 1] ?? "").slice(1)));
  }
  return { states, rest: (pieces.at(-1) ?? "").slice(1) };
}

/**
 * The state of one pane, null when it is unknown.
 *
 * @throws {PaneMissingError} for a pane that does not exist, or no exact pane id: of an empty one
 *   tmux would tell the current pane's.
 */
export async function readPaneState(tmux: Tmux, pane: string): Promise<AgentState | null> {
  const mark = newNonce();
  const { output } = await tmux.pane(pane, [], stateCommands(pane, mark));
  return parseStates(output, mark).states.get(pane) ?? null;
}

/** A pane, and what formats find for it: its own values, or those of an outer scope. */
export interface FormatValues {
  readonly pane: string;
  /**
   * The pane by way of its session and window, `$1:2.%3`: for a bare id tmux searches through all
   * windows. Default: the bare id.
   */
  readonly target?: string;
  readonly canonical: string;
  readonly legacy: string;
}

/**
 * The states of many panes in one call, or two, however many panes. Only panes for which a format
 * finds something are asked about; a pane that is gone by now is unknown.
 *
 * The cheap question comes first: the options of all panes, unmarked. Where that prints exactly
 * what the formats found, nothing came from an outer scope. Else each pane is asked between marks,
 * which costs tmux three times as much.
 *
 * @param options.calls how many calls may be made; with one the cheap question is left out
 */
export async function readPaneStates(
  tmux: Tmux,
  panes: readonly FormatValues[],
  options: { readonly calls: 1 | 2 },
): Promise<ReadonlyMap<string, AgentState | null>> {
  const asked = panes.filter(({ canonical, legacy }) => canonical !== "" || legacy !== "");
  if (asked.length === 0) return new Map();
  if (options.calls === 2 && await printsAsFound(tmux, asked)) {
    return new Map(asked.map((values) => [
      values.pane,
      resolveAgentState(values.canonical, values.legacy),
    ]));
  }
  const mark = newNonce();
  const script = asked.flatMap(({ pane }) => stateCommands(requirePaneId(pane), mark));
  return parseStates(await runScript(tmux, script), mark).states;
}

/** Whether the panes' own options are what the formats found. */
async function printsAsFound(tmux: Tmux, panes: readonly FormatValues[]): Promise<boolean> {
  const script: TmuxCommand[] = [];
  let expected = "";
  for (const { pane, target = pane, canonical, legacy } of panes) {
    for (
      const [name, value] of [
        [AGENT_STATE_OPTION, canonical],
        [LEGACY_AGENT_STATE_OPTION, legacy],
      ] as const
    ) {
      if (value === "") continue;
      script.push(showOption(`'${target}'`, name));
      expected += `${value}\n`;
    }
  }
  return await runScript(tmux, script) === expected;
}

/**
 * Runs commands from standard input, because tmux refuses a command line of more than about
 * 16 KB. Every word is a name, an id or a mark, and stands as it is. A command that fails, as of a
 * pane that is gone, does not stop the others.
 */
async function runScript(tmux: Tmux, script: readonly TmuxCommand[]): Promise<string> {
  const lines = script.map((words) => words.join(" "));
  const { stdout } = await tmux.attempt([["source-file", "-"]], { stdin: `${lines.join("\n")}\n` });
  return stdout;
}
