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
import { commandLine } from "../tmux/channel.ts";
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

/** What is asked in the first of the calls, behind the states. */
export interface AlsoAsked {
  readonly commands: readonly TmuxCommand[];
  /** Is given what they printed. */
  readonly onPrinted: (text: string) => void;
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
 * @param options.also asked as well, in the first call, which is made for it alone if need be
 */
export async function readPaneStates(
  tmux: Tmux,
  panes: readonly FormatValues[],
  options: { readonly calls: 1 | 2; readonly also?: AlsoAsked | null },
): Promise<ReadonlyMap<string, AgentState | null>> {
  const { also = null } = options;
  const asked = panes.filter(({ canonical, legacy }) => canonical !== "" || legacy !== "");
  if (asked.length === 0) {
    if (also !== null) also.onPrinted(await runScript(tmux, also.commands.map(commandLine)));
    return new Map();
  }
  if (options.calls === 2 && await printsAsFound(tmux, asked, also)) {
    return new Map(asked.map((values) => [
      values.pane,
      resolveAgentState(values.canonical, values.legacy),
    ]));
  }
  const mark = newNonce();
  const script = asked.flatMap(({ pane }) => stateCommands(requirePaneId(pane), mark));
  // Behind the cheap question they have been answered.
  const more = options.calls === 1 ? also : null;
  const { states, rest } = parseStates(
    await runScript(tmux, [...script.map(plainLine), ...more?.commands.map(commandLine) ?? []]),
    mark,
  );
  more?.onPrinted(rest);
  return states;
}

/** Whether the panes' own options are what the formats found. */
async function printsAsFound(
  tmux: Tmux,
  panes: readonly FormatValues[],
  also: AlsoAsked | null,
): Promise<boolean> {
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
  const lines = script.map(plainLine);
  if (also === null) return await runScript(tmux, lines) === expected;
  const mark = newNonce();
  const behind = [["display-message", "-p", mark], ...also.commands].map(commandLine);
  const [own, more = ""] = (await runScript(tmux, [...lines, ...behind])).split(`${mark}\n`);
  also.onPrinted(more);
  return own === expected;
}

/** A command of which every word is a name, an id or a mark, and stands as it is. */
function plainLine(words: TmuxCommand): string {
  return words.join(" ");
}

/**
 * Runs commands from standard input, because tmux refuses a command line of more than about
 * 16 KB. A command that fails, as of a pane that is gone, does not stop the others.
 */
async function runScript(tmux: Tmux, lines: readonly string[]): Promise<string> {
  const { stdout } = await tmux.attempt([["source-file", "-"]], { stdin: `${lines.join("\n")}\n` });
  return stdout;
}
