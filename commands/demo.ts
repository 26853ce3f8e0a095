/**
 * `fab demo`.
 *
 * @module
 */

import { defineCommand } from "../lib/cli/command.ts";
import { runDemo } from "../lib/demo/demo.ts";
import { stepText } from "../lib/demo/step.ts";

export const command = defineCommand<null>({
  description:
    "Shows what fab does, with nothing but tmux: it starts a tmux server of its own, opens a small " +
    "built-in agent in it, and drives that with the code of the pane commands: open, ready, " +
    "deliver, await, capture. Each line is printed when it is proven. The server, the agent and their " +
    "files are gone at the end, also after C-c; your own tmux is not touched.",
  examples: [{ line: "fab demo", summary: "about ten seconds" }],
  parse: () => null,
  async run(_, context) {
    const start = context.clock.monotonic();
    const { out } = context;
    let title = "fab demo: an agent in a tmux server of its own, driven by the pane commands\n\n";
    await runDemo(context, {
      agent: [...context.env.self(), "__demo-agent"],
      async tell(step) {
        await out.stdout(title + stepText(step));
        title = "";
      },
    });
    const seconds = ((context.clock.monotonic() - start) / 1000).toFixed(1);
    await out.stdout(`\nall proven in ${seconds} s\n`);
    return 0;
  },
});
