/**
 * `fab dispatch list`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { table } from "../../lib/cli/text/table.ts";
import { UNKNOWN_LABEL } from "../../lib/core/agent_state.ts";
import { listAll } from "../../lib/dispatch/list.ts";
import { describeWorker, toJson } from "../../lib/dispatch/report.ts";

export const command = defineCommand({
  description: "Lists every attempt that has a record, with its state and where its worker is: " +
    "those of this worktree and of all others of the repository.",
  args: [
    {
      name: "change",
      optional: true,
      summary: "its id, a part of its name, or the whole name (default: all)",
      complete: "change",
    },
  ],
  flags: [jsonFlag],
  examples: [
    { line: "fab dispatch list", summary: "all attempts" },
    { line: "fab dispatch list ab12 --json", summary: "one change's, as data" },
  ],
  parse: (line) => ({ change: line.args[0] ?? null, json: line.given("json") }),
  async run({ change, json }, { out, ...context }) {
    const found = await listAll({ out, ...context }, change);
    if (json) {
      const rows = found.map((seen) => ({ ...toJson(seen), worktree: seen.attempt.root }));
      await out.stdout(jsonDocument(rows));
      return 0;
    }
    if (found.length === 0) {
      await out.stdout("no attempts\n");
      return 0;
    }
    const rows = found.map(({ attempt, record, state }) => [
      ...[attempt.id, attempt.stage, state, describeWorker(record)],
      ...[record.startedAt === "" ? UNKNOWN_LABEL : record.startedAt, attempt.root],
    ]);
    const headers = ["Change", "Stage", "State", "Worker", "Started", "Worktree"];
    const width = out.stdoutIsTerminal ? out.size()?.columns ?? null : null;
    await out.stdout(table(headers, rows, { width, color: out.color }));
    return 0;
  },
});
