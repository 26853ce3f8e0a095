import { stringify } from "@std/yaml";
import { repoFlag } from "../../lib/cli/flags/agent.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { table } from "../../lib/cli/text/table.ts";
import { loadConfig } from "../../lib/config/load.ts";
import { formatKey } from "../../lib/core/config/keys.ts";

/** `fab config show`. */
export const command = defineCommand({
  description:
    "Prints the configuration as all layers together make it, as YAML. With --origin, one " +
    "line for each leaf, with the layer and the file or variable that it comes from.",
  flags: [
    { name: "origin", summary: "name the layer and file of each leaf" },
    jsonFlag,
    repoFlag,
  ],
  examples: [
    { line: "fab config show", summary: "what is in force here" },
    { line: "fab config show --origin", summary: "and where each leaf comes from" },
    {
      line: "fab config show --origin --json",
      summary: "the same as {key: {value, layer, source}}",
    },
  ],
  parse: (line) => ({
    origin: line.given("origin"),
    json: line.given("json"),
    repo: line.value("repo"),
  }),
  async run({ origin, json, repo }, context) {
    const { out } = context;
    const { config, leaves } = await loadConfig(context, { repo });
    if (!origin) {
      await out.stdout(json ? jsonDocument(config) : stringify(config, { lineWidth: -1 }));
      return 0;
    }
    if (json) {
      const entries = leaves.map(({ path, value, layer }) =>
        [formatKey(path), { value, layer: layer.kind, source: layer.source }] as const
      );
      await out.stdout(jsonDocument(Object.fromEntries(entries)));
      return 0;
    }
    const rows = leaves.map(({ path, value, layer }) => [
      formatKey(path),
      typeof value === "string" ? value : JSON.stringify(value),
      layer.kind === "built-in" ? layer.source : `${layer.kind} ${layer.source}`,
    ]);
    const width = out.size()?.columns ?? null;
    await out.stdout(table(["Key", "Value", "Origin"], rows, { width, color: out.color }));
    return 0;
  },
});
