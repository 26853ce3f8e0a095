import { type AgentResolution, requireCommand, resolveAgent } from "../lib/agent/compose.ts";
import { launchAgent } from "../lib/agent/launch.ts";
import {
  agentLine,
  profileFlags,
  repoFlag,
  selectorArg,
  workersFlag,
} from "../lib/cli/flags/agent.ts";
import { defineCommand } from "../lib/cli/command.ts";
import { jsonDocument } from "../lib/cli/text/json.ts";
import { UsageError } from "../lib/core/errors.ts";

/** `fab agent`. */
export const command = defineCommand({
  description:
    "Resolves which agent CLI, model and effort a role has, composes the shell line that starts " +
    "it, and runs that line here by /bin/sh, as if it had been typed: terminal, signals and exit " +
    "code are the agent's. With --print, -t or -o nothing is started.\n\n" +
    "A role or stage alone is resolved through the configuration. --provider alone leaves roles " +
    "and what they fill in out: model and effort are then what the flags say, else the agent's " +
    "own defaults. Both together resolve the role with that provider.",
  args: [selectorArg],
  flags: [
    ...profileFlags,
    { name: "headless", summary: "the form that reads its prompt from standard input and ends" },
    { name: "template", short: "t", summary: "print the line with its placeholders in place" },
    { name: "print", summary: "print the composed line" },
    {
      name: "output",
      short: "o",
      value: "<format>",
      choices: ["yaml", "json"],
      summary: "print what was resolved",
    },
    repoFlag,
    workersFlag,
  ],
  rest: { name: "agent-args", summary: "arguments for the agent, each passed on as one word" },
  examples: [
    { line: "fab agent", summary: "start the default role's agent in this terminal" },
    { line: "fab agent review --print", summary: "the line that would start the reviewer" },
    { line: "fab agent --provider codex --model gpt-5.6-sol", summary: "one CLI, one model" },
    { line: "fab agent apply --provider codex -o json", summary: "a stage, resolved for codex" },
    { line: "fab agent fast --headless", summary: "run once, with the prompt on standard input" },
    { line: "fab agent -- --resume", summary: "pass arguments to the agent" },
  ],
  parse(line) {
    const format = line.value("output");
    const printed = ["print", "output"].filter((name) => line.given(name));
    if (printed.length > 1) throw new UsageError("--print and --output exclude each other");
    return {
      ...agentLine(line),
      headless: line.given("headless"),
      template: line.given("template"),
      print: line.given("print") || line.given("template"),
      format: format === undefined ? null : format as "yaml" | "json",
    };
  },
  takesTerminal: ({ format, print, headless }) => format === null && !print && !headless,
  async run({ format, print, workers, ...request }, context) {
    const resolution = await resolveAgent(context, request);
    if (resolution.argsLost) {
      await context.out.warn(
        `${resolution.commandKey} is a script for a shell: what follows -- goes to that shell ` +
          "as its positional parameters, not to the agent",
      );
    }
    if (format !== null) {
      await context.out.stdout(await document(resolution, format));
      return 0;
    }
    const { command, without } = requireCommand(resolution);
    if (!print) return await launchAgent(context, command, { workers, without });
    await context.out.stdout(`${command}\n`);
    return 0;
  },
});

async function document(
  { commandKey: _, argsLost: __, without: ___, ...resolution }: AgentResolution,
  format: "yaml" | "json",
): Promise<string> {
  if (format === "json") return jsonDocument(resolution);
  const { stringify } = await import("@std/yaml");
  return stringify(resolution, { lineWidth: -1 });
}
