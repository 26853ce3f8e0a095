import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { deedJson } from "../../lib/dispatch/report.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
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
  flags: [jsonFlag],
  examples: [{ line: "fab dispatch kill ab12 apply", summary: "end the worker of a stage" }],
  parse: (line) => ({ target: attemptTarget(line), json: line.given("json") }),
  async run({ target, json }, context) {
    const attempt = await findRecorded(context, target);
    const said = await killWorker(context, attempt);
    await context.out.stdout(
      json ? jsonDocument(await deedJson(context, attempt, said)) : `${said}\n`,
    );
    return 0;
  },
});
