import { repoFlag } from "../../lib/cli/flags/agent.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { keyArg, leafPath } from "../../lib/cli/flags/config_key.ts";
import { loadConfig } from "../../lib/config/load.ts";
import { targetFile, valueFor } from "../../lib/config/edit_target.ts";
import { formatKey, namesProvider } from "../../lib/core/config/keys.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { quoted } from "../../lib/core/visible.ts";

/** `fab config set`. */
export const command = defineCommand({
  description: "Sets one key in the project's file, or with --system in the machine's. Comments, " +
    "order and layout of the file stay as they are; what would not validate is refused, and the " +
    "file is written whole or not at all. Text is taken as it is typed: it needs no quotes for YAML.",
  args: [keyArg, { name: "value", summary: "its new value", complete: "config-value" }],
  flags: [
    { name: "system", summary: "in ~/.fab-kit/config.yaml" },
    { name: "project", summary: "in the project's file, which is made where there is none" },
    repoFlag,
  ],
  examples: [
    { line: "fab config set agent.workers codex", summary: "stage workers of this project" },
    {
      line: "fab config set --system agent.profiles.fast.model gpt-5.6-luna",
      summary: "a model, on this machine",
    },
    { line: "fab config set dispatch.column_width 40", summary: "a number" },
  ],
  parse(line) {
    const [key = "", word = ""] = line.args;
    const path = leafPath(key);
    if (line.given("system") && line.given("project")) {
      throw new UsageError("--system and --project exclude each other");
    }
    return {
      path,
      value: valueFor(path, word),
      system: line.given("system"),
      make: line.given("project"),
      repo: line.value("repo"),
    };
  },
  async run({ path, value, system, make, repo }, context) {
    const { changeConfig } = await import("../../lib/config/write.ts");
    const file = await targetFile(context, { system, make, repo });
    await changeConfig(context, { file, path, value });
    await context.out.stdout(`${file}: ${formatKey(path)} set\n`);
    const { config, leaves } = await loadConfig(context, { repo });
    if (namesProvider(path) && !Object.hasOwn(config.providers, String(value))) {
      const known = Object.keys(config.providers).join(", ");
      await context.out.warn(`no provider is named ${quoted(String(value))} yet; known: ${known}`);
    }
    const leaf = leaves.find((found) => formatKey(found.path) === formatKey(path));
    if (leaf !== undefined && leaf.layer.source !== file && leaf.value !== value) {
      await context.out.warn(
        `${formatKey(path)} is still ${leaf.value}, from ${leaf.layer.source}`,
      );
    }
    return 0;
  },
});
