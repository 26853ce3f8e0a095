import { composeAgent } from "../lib/agent/compose.ts";
import { openPlanned, planSpawn, spawnDirectory } from "../lib/agent/spawn.ts";
import { agentLine, selectorArg } from "../lib/cli/flags/agent.ts";
import { defineCommand } from "../lib/cli/command.ts";
import { jsonDocument } from "../lib/cli/text/json.ts";
import { directoryFlag, dryRunText, spawnFlags, spawnLine } from "../lib/cli/flags/spawn.ts";
import { UsageError } from "../lib/core/errors.ts";

/** `fab spawn`. */
export const command = defineCommand({
  description:
    "Opens a window with an agent for you to type into: composes the line as 'fab agent' does, " +
    "adds the prompt, and puts your shell behind it, so that when the agent exits the shell takes " +
    "the pane over, in the same directory. The window opens in the session of the calling pane, " +
    "in the background unless --focus.",
  args: [selectorArg],
  flags: [
    {
      name: "name",
      short: "n",
      value: "<name>",
      summary: "the window's name (default: the role or stage, else the provider)",
    },
    directoryFlag,
    {
      name: "prompt",
      value: "<text>",
      summary: "handed to the agent as one argument; at most one leading /command",
    },
    ...spawnFlags,
  ],
  rest: { name: "agent-args", summary: "arguments for the agent, each passed on as one word" },
  examples: [
    { line: "fab spawn", summary: "the default role's agent in a new window" },
    {
      line: "fab spawn review -n reviewer -c ../app --prompt 'read the last commit'",
      summary: "a reviewer for another worktree, with something to do",
    },
    { line: "fab spawn --provider codex -t work: --focus", summary: "in another session" },
    { line: "fab spawn apply --dry-run", summary: "what would be run" },
  ],
  parse(line) {
    const prompt = line.value("prompt");
    if (prompt === "") throw new UsageError("--prompt is empty; leave it out for none");
    const name = line.value("name");
    if (name === "") throw new UsageError("--name is empty; give the window a name");
    return { agent: agentLine(line), ...spawnLine(line), prompt, name, cwd: line.value("cwd") };
  },
  async run({ agent, prompt, name, cwd, ...options }, context) {
    const { json, server } = options;
    const directory = await spawnDirectory(context, cwd);
    const composed = await composeAgent(context, { ...agent, repo: agent.repo ?? cwd });
    const request = {
      ...{ command: composed.command, prompt, workers: agent.workers, directory },
      without: composed.without,
      ...{ ...options, name: name ?? composed.selector ?? composed.provider },
    };
    const plan = await planSpawn(context, request, { lenient: options.dryRun });
    if (options.dryRun) {
      await context.out.stdout(dryRunText(plan, options));
      return 0;
    }
    const { pane, windowId } = await openPlanned(context, request, plan);
    await context.out.stdout(
      json
        ? jsonDocument({ pane, window_id: windowId, command: plan.command, server })
        : `spawned pane ${pane} (window ${windowId})\n` +
          (server === null ? "" : `server: ${server}\n`),
    );
    return 0;
  },
});
