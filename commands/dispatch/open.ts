import { defineCommand } from "../../lib/cli/command.ts";
import { deedJson } from "../../lib/dispatch/report.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findAttempt } from "../../lib/dispatch/store/location.ts";
import { openWorker } from "../../lib/dispatch/open.ts";

/** `fab dispatch open`. */
export const command = defineCommand({
  description: "Opens the stage's interactive_command in a pane, and keeps the prompt from " +
    "standard input for 'fab dispatch deliver'. Called from a pane, the worker's pane splits " +
    "that window: the first makes a column of dispatch.column_width percent at the right, later " +
    "ones stack in it. With --server, or called from elsewhere, it is a window of its own.\n\n" +
    "Then: 'fab dispatch ready' until it says ready, and 'fab dispatch deliver'.",
  args: ATTEMPT_ARGS,
  flags: [jsonFlag, serverFlag],
  examples: [
    { line: "fab dispatch open ab12 apply < prompt.md", summary: "open a worker's pane" },
    {
      line: "fab dispatch open ab12 apply -L work < prompt.md",
      summary: "in a window of another server",
    },
  ],
  parse: (line) => ({
    target: attemptTarget(line),
    server: serverOf(line),
    json: line.given("json"),
  }),
  async run({ target, server, json }, context) {
    const attempt = await findAttempt(context, target);
    const said = await openWorker(context, attempt, { server });
    await context.out.stdout(
      json ? jsonDocument(await deedJson(context, attempt, said)) : `${said}\n`,
    );
    return 0;
  },
});
