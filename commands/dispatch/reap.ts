import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { deedJson } from "../../lib/dispatch/report.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { loadConfig } from "../../lib/config/load.ts";
import { FabError } from "../../lib/core/errors.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { reapWorker } from "../../lib/dispatch/end.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";

/** `fab dispatch reap`. */
export const command = defineCommand({
  description: "Closes the pane of a worker that is done, unless dispatch.reap_done is false. " +
    "Anything else is left alone and said, with exit code 0, so that it can be run after every " +
    "stage. No file is removed: the stage stays done.",
  args: ATTEMPT_ARGS,
  flags: [jsonFlag],
  examples: [{ line: "fab dispatch reap ab12 apply", summary: "give a finished pane back" }],
  parse: (line) => ({ target: attemptTarget(line), json: line.given("json") }),
  async run({ target, json }, context) {
    const attempt = await findRecorded(context, target);
    const reapDone = async () => {
      try {
        return (await loadConfig(context, { repo: attempt.root })).config.dispatch.reap_done;
      } catch (error) {
        // A broken configuration is no reason to stop a pipeline after a stage that is done.
        if (!(error instanceof FabError)) throw error;
        await context.out.warn(error.message);
        return true;
      }
    };
    const said = await reapWorker(context, attempt, { reapDone });
    await context.out.stdout(
      json ? jsonDocument(await deedJson(context, attempt, said)) : `${said}\n`,
    );
    return 0;
  },
});
