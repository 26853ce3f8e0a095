import { defineCommand } from "../lib/cli/command.ts";
import { jsonFlag, serverFlag, serverOf } from "../lib/cli/flags/common.ts";
import { jsonDocument } from "../lib/cli/text/json.ts";
import { examine } from "../lib/doctor/examine.ts";
import { reportData, reportText } from "../lib/doctor/report.ts";

/** `fab doctor`. */
export const command = defineCommand({
  description:
    "Checks tmux, rk, git, the configuration, each provider's program and whether panes report " +
    "agent state; then, in every worktree of this repository, looks for what earlier versions " +
    "left behind: hook entries in .claude/settings.local.json that call 'fab hook' or its old " +
    "scripts, and .fab-runtime.yaml with its lock.\n\n" +
    "One line each: ok, warn or fail, what was found, what to do. Exit code 1 when any fails.",
  flags: [
    { name: "fix", summary: "remove what earlier versions left, in every worktree" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab doctor", summary: "check this machine and repository" },
    { line: "fab doctor --fix", summary: "repair what can be repaired" },
    { line: "fab doctor -L agents", summary: "with the panes of another tmux server" },
    { line: "fab doctor --json", summary: "the report as {ok, checks}" },
  ],
  parse: (line) => ({ fix: line.given("fix"), json: line.given("json"), server: serverOf(line) }),
  async run({ fix, json, server }, context) {
    const checks = await examine(context, { fix, server });
    const data = reportData(checks);
    await context.out.stdout(json ? jsonDocument(data) : reportText(checks, context.out));
    return data.ok ? 0 : 1;
  },
});
