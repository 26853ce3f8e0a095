import { composeAgent } from "../lib/agent/compose.ts";
import { openOperator, OPERATOR_PROMPT, OPERATOR_WINDOW } from "../lib/agent/operator.ts";
import { planSpawn, spawnDirectory } from "../lib/agent/spawn.ts";
import { agentLine } from "../lib/cli/flags/agent.ts";
import { defineCommand } from "../lib/cli/command.ts";
import { jsonDocument } from "../lib/cli/text/json.ts";
import { directoryFlag, dryRunText, spawnFlags, spawnLine } from "../lib/cli/flags/spawn.ts";

/** `fab operator`. */
export const command = defineCommand({
  description:
    `Opens the operator's agent in a window named '${OPERATOR_WINDOW}' with the prompt ` +
    `'${OPERATOR_PROMPT}', as 'fab spawn operator' would. There is one in a session: when it is ` +
    "there already, it is selected instead; a window that holds nothing but the shell that the " +
    "operator left behind is replaced. Either way it is the session's current window then.",
  flags: [directoryFlag, ...spawnFlags],
  rest: { name: "agent-args", summary: "arguments for the agent, each passed on as one word" },
  examples: [
    { line: "fab operator", summary: "open or select this session's operator" },
    { line: "fab operator --workers codex", summary: "whose stage workers are codex" },
    { line: "fab operator --dry-run", summary: "what would be run" },
  ],
  parse: (line) => ({
    agent: agentLine(line, "operator"),
    ...spawnLine(line),
    cwd: line.value("cwd"),
  }),
  async run({ agent, cwd, ...options }, context) {
    const { json, server } = options;
    const directory = await spawnDirectory(context, cwd);
    const composed = await composeAgent(context, { ...agent, repo: agent.repo ?? cwd });
    const request = {
      ...{ command: composed.command, prompt: OPERATOR_PROMPT, workers: agent.workers },
      without: composed.without,
      ...{ ...options, name: OPERATOR_WINDOW, directory, focus: true },
    };
    const plan = await planSpawn(context, request, { lenient: options.dryRun });
    if (options.dryRun) {
      await context.out.stdout(dryRunText(plan, options));
      return 0;
    }
    const { pane, windowId, action } = await openOperator(context, request, plan);
    const spawned = action === "spawned" ? plan.command : null;
    await context.out.stdout(
      json
        ? jsonDocument({ pane, window_id: windowId, command: spawned, server, action })
        : `${action} pane ${pane} (window ${windowId})\n` +
          (server === null ? "" : `server: ${server}\n`),
    );
    return 0;
  },
});
