import { discover, programOf } from "../../lib/agent/discover.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { PROVIDER_ARGS, PROVIDER_FLAGS, providerLine } from "../../lib/cli/flags/provider_args.ts";
import { loadConfig } from "../../lib/config/load.ts";
import { FabError } from "../../lib/core/errors.ts";
import { findProvider } from "../../lib/core/agent/profile.ts";
import { quoteWords } from "../../lib/core/quote.ts";

/** `fab provider discover`. */
export const command = defineCommand({
  description:
    "Asks the installed program about itself, its version and its help, and prints what " +
    "it says: which flags it has and which models it takes is the program's own to tell. Nothing " +
    "is started but those questions. A program that is not installed is said so (exit code 1).",
  args: PROVIDER_ARGS,
  flags: PROVIDER_FLAGS,
  examples: [
    { line: "fab provider discover codex", summary: "what the installed codex says" },
    { line: "fab provider discover claude --json", summary: "the same as records" },
  ],
  parse: providerLine,
  async run({ name, json, repo }, context) {
    const { config } = await loadConfig(context, { repo });
    const program = programOf(findProvider(config, name));
    if (program === null) {
      throw new FabError("failed", `provider "${name}" has no command to take a program from`);
    }
    const findings = await discover(context, program, name);
    if (findings === null) {
      throw new FabError("failed", `${program} is not installed: no such program on PATH`);
    }
    if (json) {
      await context.out.stdout(jsonDocument({ provider: name, program, findings }));
      return 0;
    }
    const parts = findings.map(({ argv, code, output }) => {
      const end = code === 0 ? "" : code === null ? " (no answer in time)" : ` (exit code ${code})`;
      return `$ ${quoteWords(argv)}${end}\n${output === "" ? "" : `${output}\n`}`;
    });
    await context.out.stdout(parts.join("\n"));
    return 0;
  },
});
