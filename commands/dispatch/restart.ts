import { defineCommand } from "../../lib/cli/command.ts";
import { deedJson } from "../../lib/dispatch/report.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { jsonFlag, seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";
import { readWishes, restartWorker } from "../../lib/dispatch/restart.ts";

/** `fab dispatch restart`. */
export const command = defineCommand({
  description: "Launches a stage's worker again, with the prompt that is kept from its last " +
    "launch. It runs as it ran before, unless a flag says otherwise or that is no longer " +
    "possible. A pane is opened only; deliver the prompt as after 'fab dispatch open'. A worker " +
    "that runs is never replaced.",
  args: ATTEMPT_ARGS,
  flags: [
    { name: "pane", summary: "in a pane, or fail" },
    { name: "headless", summary: "detached, or fail" },
    {
      name: "timeout",
      value: "<seconds>",
      summary: "end the headless worker after this time (default: the last attempt's)",
    },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab dispatch restart ab12 apply", summary: "after a worker was lost" },
    { line: "fab dispatch restart ab12 apply --pane", summary: "to watch it this time" },
  ],
  parse(line) {
    const ms = seconds(line, "timeout");
    if (ms === 0) throw new UsageError("--timeout: 0 would end the worker at once");
    const wishes = readWishes({
      pane: line.given("pane"),
      headless: line.given("headless"),
      timeout: ms === undefined ? null : ms / 1000,
      server: serverOf(line),
    });
    return { target: attemptTarget(line), wishes, json: line.given("json") };
  },
  async run({ target, wishes, json }, context) {
    const attempt = await findRecorded(context, target);
    const said = await restartWorker(context, attempt, wishes);
    await context.out.stdout(
      json ? jsonDocument(await deedJson(context, attempt, said)) : `${said}\n`,
    );
    return 0;
  },
});
