/**
 * `fab pane process`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { table } from "../../lib/cli/text/table.ts";
import { knownAgents } from "../../lib/config/known_agents.ts";
import type { ProcessNode } from "../../lib/core/process/tree.ts";
import { paneProcesses } from "../../lib/look/process.ts";
import type { Context } from "../../lib/ports.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Shows the tree of processes in a pane, and which of them is an agent: the way to tell " +
    "whether an agent still runs. A shell that started it stays the pane's foreground command " +
    "for the agent's whole life, and the state that an agent wrote stays behind when it exits.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [jsonFlag, serverFlag],
  examples: [
    { line: "fab pane process %3", summary: "what runs in pane %3" },
    { line: "fab pane process %3 --json", summary: "the same, with has_agent for a script" },
  ],
  parse: (line) => ({
    pane: line.args[0] ?? "",
    server: serverOf(line),
    json: line.given("json"),
  }),
  async run({ pane, server, json }, context) {
    const tmux = createTmux(context.exec, server);
    const agents = await knownAgents(context);
    const { panePid, tree, hasAgent } = await paneProcesses(context, tmux, { pane, agents });
    const processes = tree === null ? [] : [tree];
    await context.out.stdout(
      json
        ? jsonDocument({ pane, pane_pid: panePid, processes, has_agent: hasAgent })
        : `pane: ${pane}\nagent: ${hasAgent ? "running" : "none"}\n` +
          (tree === null ? "" : `\n${drawn(tree, context)}`),
    );
    return 0;
  },
});

function drawn(tree: ProcessNode, { out }: Context): string {
  const rows: string[][] = [];
  const add = (node: ProcessNode, depth: number): void => {
    const name = `${"  ".repeat(depth)}${node.comm}`;
    rows.push([String(node.pid), name, node.classification, node.cmdline]);
    for (const child of node.children) add(child, depth + 1);
  };
  add(tree, 0);
  return table(["Pid", "Process", "Class", "Command"], rows, {
    width: out.size()?.columns ?? null,
    color: out.color,
  });
}
