import { defineCommand } from "../../lib/cli/command.ts";
import { stampSkill } from "../../lib/skill/stamp.ts";
import { CLI_AGENTS } from "../../lib/skill/texts.ts";

/** `fab skill cli-agents`. */
export const command = defineCommand({
  description:
    "Prints the helper skill _cli-agents: the five procedures for driving another agent CLI, and " +
    "the invocation grammar of each provider. It is the same text that `fab skill install` writes.",
  examples: [{ line: "fab skill cli-agents", summary: "print the helper" }],
  parse: () => ({}),
  async run(_options, { out }) {
    await out.stdout(await stampSkill(CLI_AGENTS));
    return 0;
  },
});
