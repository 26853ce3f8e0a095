import { defineCommand } from "../../lib/cli/command.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { killWorker } from "../../lib/dispatch/end.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";

/** `fab dispatch kill`. */
export const command = defineCommand({
  description: "Ends the worker, in whatever state it is: a headless one with all of its process " +
    "group, one in a pane with its pane. Only what was recorded is ended, never what merely has " +
    "its number now. A worker that is gone already is fine. The state is then orphaned, unless " +
    "there is a result.",
  args: ATTEMPT_ARGS,
  examples: [{ line: "fab dispatch kill ab12 apply", summary: "end the worker of a stage" }],
  parse: attemptTarget,
  async run(target, context) {
    const attempt = await findRecorded(context, target);
    await context.out.stdout(`${await killWorker(context, attempt)}\n`);
    return 0;
  },
});
