import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { cleanState, type CleanWhat } from "../../lib/dispatch/clean.ts";
import { findRoot } from "../../lib/dispatch/store/location.ts";

/** `fab dispatch clean`. */
export const command = defineCommand({
  description: "Removes state directories: a change's, those of changes that are gone " +
    "(--orphans), or all. One with a running worker is never removed, because its record is all " +
    "that leads to the worker.",
  args: [
    {
      name: "change",
      optional: true,
      summary: "whose state to remove (default: all)",
      complete: "change",
    },
  ],
  flags: [{ name: "orphans", summary: "only those whose change is gone or archived" }, jsonFlag],
  examples: [
    { line: "fab dispatch clean ab12", summary: "one change's state" },
    { line: "fab dispatch clean --orphans", summary: "what archived changes left" },
  ],
  parse(line): { readonly what: CleanWhat; readonly json: boolean } {
    const json = line.given("json");
    const [change] = line.args;
    if (change === undefined) {
      return { what: { kind: line.given("orphans") ? "orphans" : "all" }, json };
    }
    if (line.given("orphans")) throw new UsageError("--orphans takes no change");
    return { what: { kind: "change", change }, json };
  },
  async run({ what, json }, context) {
    const root = await findRoot(context);
    const removed = await cleanState(context, root, what);
    const lines = removed.map((id) => `removed ${id}\n`).join("");
    const plain = lines === "" ? "nothing to remove\n" : lines;
    await context.out.stdout(json ? jsonDocument({ removed }) : plain);
    return 0;
  },
});
