/**
 * `fab __demo-agent`: the agent of `fab demo`, which calls it.
 *
 * @module
 */

import { defineCommand } from "../lib/cli/command.ts";
import { runDemoAgent } from "../lib/demo/agent.ts";

export const command = defineCommand<{ readonly directory: string }>({
  args: [{ name: "directory", summary: "where it writes what it received" }],
  examples: [],
  parse: (line) => ({ directory: line.args[0] ?? "" }),
  async run({ directory }, context) {
    await runDemoAgent(context, directory);
    return 0;
  },
});
