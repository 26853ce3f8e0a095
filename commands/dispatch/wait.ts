import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, seconds } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";
import { toJson } from "../../lib/dispatch/report.ts";
import { waitForEnd } from "../../lib/dispatch/wait.ts";

/** `fab dispatch wait`. */
export const command = defineCommand({
  description: "Waits until the worker is no longer running and prints the state, as 'fab " +
    "dispatch status' does. When the time is over first, it prints running and exits 0: the " +
    "worker goes on, only the waiting ended.",
  args: ATTEMPT_ARGS,
  flags: [
    {
      name: "timeout",
      value: "<seconds>",
      summary: "wait no longer than this (default: as long as it takes)",
    },
    jsonFlag,
  ],
  examples: [
    { line: "fab dispatch wait ab12 apply", summary: "until it is over" },
    { line: "fab dispatch wait ab12 apply --timeout 300", summary: "look in every five minutes" },
  ],
  parse: (line) => ({
    target: attemptTarget(line),
    timeoutMs: seconds(line, "timeout") ?? null,
    json: line.given("json"),
  }),
  async run({ target, timeoutMs, json }, context) {
    const attempt = await findRecorded(context, target);
    const seen = await withProgress(
      context,
      `waiting for ${attempt.label}`,
      (context) => waitForEnd(context, attempt, { timeoutMs }),
    );
    await context.out.stdout(json ? jsonDocument(toJson(seen)) : `${seen.state}\n`);
    return 0;
  },
});
