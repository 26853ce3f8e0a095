import { repoFlag } from "../../lib/cli/flags/agent.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { keyArg, keyPath } from "../../lib/cli/flags/config_key.ts";
import { targetFile } from "../../lib/config/edit_target.ts";
import { formatKey } from "../../lib/core/config/keys.ts";

/** `fab config unset`. */
export const command = defineCommand({
  description:
    "Takes one key, or a section with all below it, out of the project's file, or with " +
    "--system out of the machine's. All else in the file stays as it is. A key that is not there is " +
    "said so, and is no failure.",
  args: [keyArg],
  flags: [{ name: "system", summary: "out of ~/.fab-kit/config.yaml" }, repoFlag],
  examples: [
    { line: "fab config unset agent.workers", summary: "back to the layer below" },
    { line: "fab config unset --system agent.profiles.fast", summary: "a role's profile" },
  ],
  parse: (line) => ({
    path: keyPath(line.args[0] ?? ""),
    system: line.given("system"),
    repo: line.value("repo"),
  }),
  async run({ path, system, repo }, context) {
    const { changeConfig } = await import("../../lib/config/write.ts");
    const file = await targetFile(context, { system, repo });
    const done = await changeConfig(context, { file, path, value: undefined });
    if (done) await context.out.stdout(`${file}: ${formatKey(path)} unset\n`);
    else await context.out.warn(`${formatKey(path)} is not set in ${file}`);
    return 0;
  },
});
