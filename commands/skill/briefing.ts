import { defineCommand } from "../../lib/cli/command.ts";
import { BRIEFING } from "../../lib/skill/texts.ts";

/** `fab skill`. */
export const command = defineCommand({
  description: "Prints one page for an agent that is to operate fab: what there is, and the rules.",
  examples: [{ line: "fab skill", summary: "print the briefing" }],
  parse: () => ({}),
  async run(_options, { out }) {
    await out.stdout(BRIEFING);
    return 0;
  },
});
