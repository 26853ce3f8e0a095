import { defineCommand } from "../../lib/cli/command.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";
import { workerLog } from "../../lib/dispatch/store/logs.ts";

/** `fab dispatch logs`. */
export const command = defineCommand({
  description: "Prints what a headless worker printed, both streams. A worker in a pane has no " +
    "log; for it, the command that shows its pane is printed.",
  args: ATTEMPT_ARGS,
  examples: [{ line: "fab dispatch logs ab12 apply", summary: "what the worker printed" }],
  parse: attemptTarget,
  async run(target, context) {
    await context.out.stdout(await workerLog(context, await findRecorded(context, target)));
    return 0;
  },
});
