import { repoFlag } from "../../lib/cli/flags/agent.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { findProjectConfig, startDirectory, systemConfigPath } from "../../lib/config/paths.ts";

/** `fab config path`. */
export const command = defineCommand({
  description:
    "Prints where the configuration files are, the higher one first. A file that is not " +
    "there yet is said to be missing; a project's is looked for here and in the " +
    "folders above, up to the root of the repository, and outside git up to the home folder.",
  flags: [jsonFlag, repoFlag],
  examples: [
    { line: "fab config path", summary: "the files that are read" },
    { line: "fab config path --json", summary: "the same as {system, project}" },
  ],
  parse: (line) => ({ json: line.given("json"), repo: line.value("repo") }),
  async run({ json, repo }, context) {
    const system = systemConfigPath(context);
    const project = await findProjectConfig(context, await startDirectory(context, repo));
    const there = async (path: string | null) =>
      path !== null && await context.files.lstat(path) !== null;
    if (json) {
      const found = { system: await there(system) ? system : null, project };
      await context.out.stdout(jsonDocument(found));
      return 0;
    }
    const missing = system === null ? "(HOME is not set)" : `${system} (missing)`;
    await context.out.stdout(
      `system   ${await there(system) ? system : missing}\nproject  ${project ?? "(none)"}\n`,
    );
    return 0;
  },
});
