import { join } from "@std/path";
import { repositoryOf } from "../../lib/agent/batch.ts";
import { batchJson, runBatch } from "../../lib/agent/batch_run.ts";
import { composeAgent } from "../../lib/agent/compose.ts";
import { batchFlags, batchLine } from "../../lib/cli/batch.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { startDirectory } from "../../lib/config/paths.ts";
import { BACKLOG_FILE, parseBacklog, pendingItem } from "../../lib/core/agent/backlog.ts";
import { FabError } from "../../lib/core/errors.ts";

/** `fab batch new`. */
export const command = defineCommand({
  description:
    `Begins items of ${BACKLOG_FILE}, lines such as '- [ ] [ab12] what is to be done': each gets a ` +
    "worktree and a window 'fab-<id>' with the agent and the prompt '/fab-new <text>'. Worktrees " +
    "are made by wt where it is installed, else by git beside the repository. An item whose " +
    "window is open already is left alone; one that fails is reported, and the others go on.",
  args: [{
    name: "id",
    optional: true,
    variadic: true,
    summary: "ids of pending items",
    complete: "backlog-item",
  }],
  flags: batchFlags,
  rest: { name: "agent-args", summary: "arguments for each agent" },
  examples: [
    { line: "fab batch new --list", summary: "the items that are pending" },
    { line: "fab batch new ab12 cd34", summary: "begin two of them" },
    { line: "fab batch new --all --provider codex", summary: "begin all of them with codex" },
  ],
  parse: batchLine,
  async run({ agent, names, list, json, ...options }, context) {
    const directory = await startDirectory(context, agent.repo);
    const { root, mainRoot } = await repositoryOf(context, directory);
    const path = join(root, BACKLOG_FILE);
    const text = await context.files.readText(path, { maxBytes: 4 * 1024 * 1024 });
    if (text === null) throw new FabError("failed", `${path}: no such file; there is no backlog`);
    const items = parseBacklog(text);
    const pending = items.filter(({ done }) => !done);
    if (list) {
      const rows = pending.map(({ id, text }) => ({ id, text }));
      const lines = rows.map(({ id, text }) => `${id}  ${text}\n`).join("");
      await context.out.stdout(json ? jsonDocument(rows) : lines || "No pending items.\n");
      return 0;
    }
    const ids = names.length > 0 ? names : pending.map(({ id }) => id);
    const wanted = [...new Set(ids)].map((id) => ({
      id,
      find() {
        const { text } = pendingItem(id, items);
        const name = `fab-${id}`;
        return { id, branch: name, window: name, prompt: `/fab-new ${text}` };
      },
    }));
    const { command, without } = await composeAgent(context, agent);
    const request = { ...options, command, without, workers: agent.workers, mainRoot, root };
    const results = await runBatch(context, wanted, { request, json });
    if (json) {
      await context.out.stdout(jsonDocument(results.map((one) => batchJson(one, options.server))));
    } else if (wanted.length === 0) await context.out.stdout("No pending items.\n");
    return results.some(({ action }) => action === "failed") ? 1 : 0;
  },
});
