import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";
import { workerLog } from "../../lib/dispatch/store/logs.ts";

/** `fab dispatch logs`. */
export const command = defineCommand({
  description: "Prints what a headless worker printed, both streams. A worker in a pane has no " +
    "log; for it, the command that shows its pane is printed, which works from anywhere on this " +
    "machine.",
  args: ATTEMPT_ARGS,
  flags: [jsonFlag],
  examples: [{ line: "fab dispatch logs ab12 apply", summary: "what the worker printed" }],
  parse: (line) => ({ target: attemptTarget(line), json: line.given("json") }),
  async run({ target, json }, context) {
    const attempt = await findRecorded(context, target);
    const { kind, text } = await workerLog(context, attempt);
    const log = kind === "log" ? text : null;
    const command = kind === "command" ? text : null;
    const { id, stage } = attempt;
    const plain = command === null ? text : `${command}\n`;
    await context.out.stdout(json ? jsonDocument({ id, stage, log, command }) : plain);
    return 0;
  },
});
