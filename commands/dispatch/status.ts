import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { ATTEMPT_ARGS, attemptTarget } from "../../lib/cli/flags/attempt_args.ts";
import { findRecorded } from "../../lib/dispatch/store/location.ts";
import { WAITING } from "../../lib/core/agent_state.ts";
import { workerAgent } from "../../lib/dispatch/worker/agent.ts";
import { observe } from "../../lib/dispatch/observe.ts";
import { requireRecord } from "../../lib/dispatch/store/records.ts";
import { toJson } from "../../lib/dispatch/report.ts";

/** `fab dispatch status`. */
export const command = defineCommand({
  description:
    "Prints one of: running, done, failed, failed (no-result), orphaned. The state is derived " +
    "from what is there: the result file, the exit code, and whether the worker is alive. Only a " +
    "result file makes a stage done; a worker that vanished without one is orphaned. 'running, waiting' " +
    "is a worker in a pane whose agent waits for a person, by its hook or as it is seen.",
  args: ATTEMPT_ARGS,
  flags: [jsonFlag],
  examples: [
    { line: "fab dispatch status ab12 apply", summary: "one word" },
    { line: "fab dispatch status ab12 apply --json", summary: "with the worker's identity" },
  ],
  parse: (line) => ({ target: attemptTarget(line), json: line.given("json") }),
  async run({ target, json }, context) {
    const attempt = await findRecorded(context, target);
    const record = await requireRecord(context.files, attempt);
    const seen = await observe(context, attempt, record);
    const agent = seen.state === "running" ? await workerAgent(context, record) : null;
    const waits = (agent?.hook ?? agent?.seen) === WAITING ? `, ${WAITING}` : "";
    const document = {
      ...toJson(seen),
      agent_state: agent?.hook ?? null,
      seen_state: agent?.seen ?? null,
      seen_by: agent?.by ?? null,
    };
    await context.out.stdout(json ? jsonDocument(document) : `${seen.state}${waits}\n`);
    return 0;
  },
});
