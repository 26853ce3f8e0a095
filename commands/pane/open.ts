/**
 * `fab pane open`.
 *
 * @module
 */

import { composeAgent } from "../../lib/agent/compose.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { FabError, UsageError } from "../../lib/core/errors.ts";
import { ROLES } from "../../lib/core/agent/roles.ts";
import { existingDirectory, type OpenOptions, openPane } from "../../lib/pane/open.ts";

interface Options extends Omit<OpenOptions, "command"> {
  readonly provider: string;
  readonly role: string;
  readonly args: readonly string[];
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Starts a provider's agent in a new pane: a split of the caller's window when the caller is " +
    "itself in tmux, else a new window. The pane ends when the agent does. The command is " +
    "composed with the provider pinned and the role's model and effort; see 'fab agent'.",
  flags: [
    {
      name: "provider",
      value: "<name>",
      summary: "whose agent to start (required)",
      complete: "provider",
    },
    {
      name: "role",
      value: "<role>",
      summary: "whose model and effort to take",
      choices: ROLES,
      complete: "role",
    },
    {
      name: "cwd",
      short: "c",
      value: "<dir>",
      summary: "directory to start in (default: this one)",
      complete: "directory",
    },
    { name: "name", short: "n", value: "<name>", summary: "open a window of this name" },
    { name: "window", summary: "open a window, also from within tmux" },
    { name: "split", summary: "split a pane" },
    {
      name: "target",
      short: "t",
      value: "<session:>",
      summary: "session for the window, or with --split the pane to split",
      complete: "session",
    },
    jsonFlag,
    serverFlag,
  ],
  rest: { name: "agent-args", summary: "added to the agent's command, each as one word" },
  examples: [
    { line: "fab pane open --provider claude", summary: "start claude beside this pane" },
    {
      line: "fab pane open --provider codex --role review -c ~/src/app -- --search",
      summary: "start codex as a reviewer elsewhere, with a flag of its own",
    },
  ],
  parse(line) {
    const provider = line.value("provider");
    if (provider === undefined) throw new UsageError("--provider <name> is required");
    if (line.given("window") && line.given("split")) {
      throw new UsageError("--window and --split exclude each other");
    }
    if (line.given("name") && line.given("split")) {
      throw new UsageError("--name names a window; it does not go with --split");
    }
    return {
      provider,
      role: line.value("role") ?? "default",
      directory: line.value("cwd") ?? null,
      name: line.value("name") ?? null,
      placement: line.given("window") ? "window" : line.given("split") ? "split" : "auto",
      target: line.value("target") ?? null,
      args: line.rest,
      json: line.given("json"),
      server: serverOf(line),
    };
  },
  async run(options, context) {
    if (options.directory === "") throw new FabError("failed", "--cwd is empty; give a directory");
    const directory = await existingDirectory(context, options.directory);
    const agent = await composeAgent(context, {
      selector: options.role,
      provider: options.provider,
      args: options.args,
      repo: directory,
    });
    const opened = await openPane(context, {
      ...options,
      command: agent.command,
      without: agent.without,
    });
    await context.out.stdout(
      options.json
        ? jsonDocument({
          pane: opened.pane,
          provider: agent.provider,
          server: options.server,
          window_id: opened.windowId,
        })
        : `opened pane ${opened.pane} (provider ${agent.provider})\n` +
          (options.server === null ? "" : `server: ${options.server}\n`),
    );
    return 0;
  },
});
