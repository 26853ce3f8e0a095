import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, seconds } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";
import { settleAside } from "../../lib/dispatch/store/lock.ts";
import { requireTypable } from "../../lib/dispatch/worker/typing.ts";
import { probeReady } from "../../lib/deliver/ready.ts";
import { readyJson, readyText } from "../../lib/deliver/ready_report.ts";

/** `fab dispatch ready`. */
export const command = defineCommand({
  description: "Asks the worker's pane whether it takes typed input now, as 'fab pane ready' " +
    "does: ready, booting or parked, each with exit code 0. The reason and what a parked pane " +
    "shows follow, so that a dialog can be answered. A worker in the middle of its stage is never typed to.",
  args: ATTEMPT_ARGS,
  flags: [
    { name: "wait", value: "<secs>", summary: "go on probing for this long until it is ready" },
    jsonFlag,
  ],
  examples: [
    { line: "fab dispatch ready ab12 apply", summary: "ask once" },
    { line: "fab dispatch ready ab12 apply --wait 30", summary: "wait for the agent to start" },
  ],
  parse: (line) => ({
    target: attemptTarget(line),
    waitMs: seconds(line, "wait") ?? 0,
    json: line.given("json"),
  }),
  async run({ target, waitMs, json }, context) {
    const attempt = await findRecorded(context, target);
    await settleAside(context, attempt);
    const { record, server } = await requireTypable(context, attempt);
    const { pane } = record;
    const report = await withProgress(
      context,
      `probing pane ${pane}`,
      (context) => probeReady(context, { pane, server, waitSecs: waitMs / 1000 }),
    );
    if (report.leftover) {
      await context.out.warn(`the probe's text could not be taken out of pane ${pane} again`);
    }
    const about = { pane, server };
    const answer = json ? jsonDocument(readyJson(report, about)) : readyText(report, about);
    await context.out.stdout(answer);
    return 0;
  },
});
