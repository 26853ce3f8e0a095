import { stringify } from "@std/yaml";
import { repoFlag } from "../../lib/cli/flags/agent.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag } from "../../lib/cli/flags/common.ts";
import { keyArg, keyPath, unknownKey } from "../../lib/cli/flags/config_key.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { loadConfig } from "../../lib/config/load.ts";
import { childrenOf, findKey, formatKey } from "../../lib/core/config/keys.ts";
import { isTree, type Tree, valueAt } from "../../lib/core/config/merge.ts";
import { FabError } from "../../lib/core/errors.ts";

/** `fab config get`. */
export const command = defineCommand({
  description: "Prints the value of one key as all layers together make it: text as it is, a " +
    "section as YAML. A key that no layer sets is a failure.",
  args: [keyArg],
  flags: [jsonFlag, repoFlag],
  examples: [
    { line: "fab config get agent.workers", summary: "whose stage workers are started" },
    { line: "fab config get providers.codex --json", summary: "a section, for a script" },
  ],
  parse(line) {
    const [dotted = ""] = line.args;
    const path = keyPath(dotted);
    if (findKey(path) === undefined && childrenOf(path).length === 0) throw unknownKey(dotted);
    return { path, json: line.given("json"), repo: line.value("repo") };
  },
  async run({ path, json, repo }, context) {
    const { config } = await loadConfig(context, { repo });
    const value = valueAt(config as unknown as Tree, path);
    if (value === undefined) {
      throw new FabError("failed", `${formatKey(path)} is not set; see 'fab config explain'`);
    }
    const text = isTree(value) || Array.isArray(value)
      ? stringify(value, { lineWidth: -1 })
      : `${value}\n`;
    await context.out.stdout(json ? jsonDocument(value) : text);
    return 0;
  },
});
