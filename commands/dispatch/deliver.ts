import { defineCommand } from "../../lib/cli/command.ts";
import { deedJson } from "../../lib/dispatch/report.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { jsonFlag, seconds } from "../../lib/cli/flags/common.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { deliverPrompt } from "../../lib/dispatch/deliver.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";

/** `fab dispatch deliver`. */
export const command = defineCommand({
  description: "Points the worker in the pane to its prompt, and says delivered only when the " +
    "agent has it. --prompt-file hands over another one: so a worker that is done goes on with " +
    "further work. The last result is set aside meanwhile; when the delivery fails, all is as it " +
    "was. A worker in the middle of its stage is never typed to.",
  args: ATTEMPT_ARGS,
  flags: [
    {
      name: "prompt-file",
      value: "<path>",
      summary: "another prompt than the stage's own",
      complete: "file",
    },
    {
      name: "hold",
      value: "<secs>",
      summary: "wait this long for the turn's end of an agent that is at work",
    },
    { name: "queue", summary: "type into the input of an agent that is at work, at your own risk" },
    jsonFlag,
  ],
  examples: [
    { line: "fab dispatch deliver ab12 apply", summary: "hand over the stage's prompt" },
    { line: "fab dispatch deliver ab12 apply --prompt-file rework.md", summary: "ask for more" },
  ],
  parse(line) {
    if (line.given("hold") && line.given("queue")) {
      throw new UsageError("--hold and --queue can't go together");
    }
    return {
      target: attemptTarget(line),
      promptFile: line.value("prompt-file") ?? null,
      holdMs: seconds(line, "hold") ?? 0,
      queue: line.given("queue"),
      json: line.given("json"),
    };
  },
  async run({ target, json, ...how }, context) {
    const attempt = await findRecorded(context, target);
    const said = await withProgress(
      context,
      `delivering to ${attempt.label}`,
      (context) => deliverPrompt(context, attempt, how),
    );
    await context.out.stdout(
      json ? jsonDocument(await deedJson(context, attempt, said)) : `${said}\n`,
    );
    return 0;
  },
});
