import { stringify } from "@std/yaml";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { PROVIDER_ARGS, PROVIDER_FLAGS, providerLine } from "../../lib/cli/flags/provider_args.ts";
import { loadConfig } from "../../lib/config/load.ts";
import { findProvider } from "../../lib/core/agent/profile.ts";

/** `fab provider show`. */
export const command = defineCommand({
  description: "Prints one provider's entry as the configuration makes it, in the shape of a " +
    "configuration fragment that can be pasted and changed.",
  args: PROVIDER_ARGS,
  flags: PROVIDER_FLAGS,
  examples: [
    { line: "fab provider show codex", summary: "its commands and what it fills in" },
    { line: "fab provider show claude --json", summary: "the entry alone, as JSON" },
  ],
  parse: providerLine,
  async run({ name, json, repo }, context) {
    const { config } = await loadConfig(context, { repo });
    const provider = findProvider(config, name);
    const fragment = { providers: { [name]: provider } };
    await context.out.stdout(
      json ? jsonDocument(provider) : stringify(fragment, { lineWidth: -1 }),
    );
    return 0;
  },
});
