import { programOf } from "../../lib/agent/discover.ts";
import { repoFlag } from "../../lib/cli/flags/agent.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { table } from "../../lib/cli/text/table.ts";
import { loadConfig } from "../../lib/config/load.ts";

/** `fab provider list`. */
export const command = defineCommand({
  description:
    "Lists the agent CLIs that can be named: those that are built in, and those that the " +
    "configuration adds. A provider does nothing until it is named.",
  flags: [jsonFlag, repoFlag],
  examples: [
    { line: "fab provider list", summary: "name, program, forms, default model" },
    { line: "fab provider list --json", summary: "the same as a list of records" },
  ],
  parse: (line) => ({ json: line.given("json"), repo: line.value("repo") }),
  async run({ json, repo }, context) {
    const { config } = await loadConfig(context, { repo });
    const { out } = context;
    const rows = Object.keys(config.providers).sort().map((name) => {
      const provider = config.providers[name] ?? {};
      return {
        name,
        program: programOf(provider),
        interactive: provider.interactive_command !== undefined,
        headless: provider.headless_command !== undefined,
        native: provider.native ?? false,
        default_model: provider.profiles?.default?.model ?? null,
        default_effort: provider.profiles?.default?.effort ?? null,
      };
    });
    if (json) {
      await out.stdout(jsonDocument(rows));
      return 0;
    }
    const cells = rows.map((row) => [
      row.name,
      row.program ?? "—",
      ["interactive", "headless", "native"].filter((form) => row[form as "native"]).join(" "),
      row.default_model ?? "—",
      row.default_effort ?? "—",
    ]);
    const width = out.size()?.columns ?? null;
    const headers = ["Provider", "Program", "Forms", "Model", "Effort"];
    await out.stdout(table(headers, cells, { width, color: out.color }));
    return 0;
  },
});
