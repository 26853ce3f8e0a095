import { defineCommand } from "../../lib/cli/command.ts";
import { deedJson } from "../../lib/dispatch/report.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { jsonFlag, seconds } from "../../lib/cli/flags/common.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findAttempt } from "../../lib/dispatch/store/location.ts";
import { startWorker } from "../../lib/dispatch/start.ts";

/** `fab dispatch start`. */
export const command = defineCommand({
  description: "Runs the stage's headless_command detached, in a session of its own, with the " +
    "prompt from standard input. The worker outlives this program and its terminal; its output " +
    "and its exit code are kept beside the record.\n\n" +
    "Where dispatch.mode lands in a pane, use 'fab dispatch open'; where it lands on native " +
    "dispatch, the calling harness runs the stage itself. Both are refused here.",
  args: ATTEMPT_ARGS,
  flags: [
    {
      name: "timeout",
      value: "<seconds>",
      summary: "end the worker after this time; its state is then failed, its exit code 124",
    },
    jsonFlag,
  ],
  examples: [
    { line: "fab dispatch start ab12 apply < prompt.md", summary: "start a stage" },
    {
      line: "fab dispatch start ab12 review --timeout 3600 < prompt.md",
      summary: "give it an hour",
    },
  ],
  parse(line) {
    const ms = seconds(line, "timeout");
    if (ms === 0) throw new UsageError("--timeout: 0 would end the worker at once");
    return {
      target: attemptTarget(line),
      timeout: ms === undefined ? null : ms / 1000,
      json: line.given("json"),
    };
  },
  async run({ target, timeout, json }, context) {
    const attempt = await findAttempt(context, target);
    const said = await startWorker(context, attempt, { timeout });
    await context.out.stdout(
      json ? jsonDocument(await deedJson(context, attempt, said)) : `${said}\n`,
    );
    return 0;
  },
});
