import { repositoryOf } from "../../lib/agent/batch.ts";
import { batchJson, runBatch } from "../../lib/agent/batch_run.ts";
import { composeAgent } from "../../lib/agent/compose.ts";
import { batchFlags, batchLine } from "../../lib/cli/batch.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { startDirectory } from "../../lib/config/paths.ts";
import { changeId, CHANGES_DIR, resolveChange } from "../../lib/core/map/change.ts";
import { changesOfWorktrees } from "../../lib/git/changes_of_worktrees.ts";

/** `fab batch switch`. */
export const command = defineCommand({
  description:
    `Takes up changes that exist under ${CHANGES_DIR}: each gets a worktree of the branch that is ` +
    "named like its folder and a window 'fab-<id>' with the agent and the prompt " +
    "'/fab-switch <folder>'. A worktree that has the change already, as its active one or as the " +
    "only one, is taken; else a branch that exists is checked out, or it is made. A change whose " +
    "window is open already is left alone; one that fails is reported, and the others go on.",
  args: [{
    name: "change",
    optional: true,
    variadic: true,
    summary: "ids, unique parts of folder names, or whole names",
    complete: "change",
  }],
  flags: batchFlags,
  rest: { name: "agent-args", summary: "arguments for each agent" },
  examples: [
    { line: "fab batch switch --list", summary: "the changes there are" },
    { line: "fab batch switch ab12 login", summary: "take up two of them" },
    { line: "fab batch switch --all --dry-run", summary: "what would be opened" },
  ],
  parse: batchLine,
  async run({ agent, names, list, json, ...options }, context) {
    const directory = await startDirectory(context, agent.repo);
    const { root, mainRoot } = await repositoryOf(context, directory);
    const changes = await changesOfWorktrees(context.files, root);
    const folders = [...changes.keys()];
    if (list) {
      const rows = folders.map((folder) => ({ id: changeId(folder), folder }));
      const lines = rows.map(({ id, folder }) => `${id}  ${folder}\n`).join("");
      await context.out.stdout(json ? jsonDocument(rows) : lines || "No changes.\n");
      return 0;
    }
    const wanted = [...new Set(names.length > 0 ? names : folders)].map((name) => ({
      id: changeId(name) ?? name,
      find() {
        const folder = resolveChange(name, folders);
        const id = changeId(folder) ?? folder;
        const prompt = `/fab-switch ${folder}`;
        const worktree = changes.get(folder) ?? undefined;
        return { id, branch: folder, window: `fab-${id}`, prompt, worktree };
      },
    }));
    const { command, without } = await composeAgent(context, agent);
    const request = { ...options, command, without, workers: agent.workers, mainRoot, root };
    const results = await runBatch(context, wanted, { request, json });
    if (json) {
      await context.out.stdout(jsonDocument(results.map((one) => batchJson(one, options.server))));
    } else if (wanted.length === 0) await context.out.stdout("No changes.\n");
    return results.some(({ action }) => action === "failed") ? 1 : 0;
  },
});
