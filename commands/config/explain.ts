import { defineCommand } from "../../lib/cli/command.ts";
import { keyArg, keyPath, unknownKey } from "../../lib/cli/flags/config_key.ts";
import { explain, explainAll } from "../../lib/config/explain.ts";

/** `fab config explain`. */
export const command = defineCommand({
  description:
    "Prints the reference of the configuration: each key, what it takes, what it is for, " +
    "the variable that stands for it, and what is built in, the table of providers included.",
  args: [{ ...keyArg, optional: true, summary: "a key or the name of a section; default: all" }],
  examples: [
    { line: "fab config explain", summary: "all of it" },
    { line: "fab config explain dispatch.mode", summary: "one key" },
    { line: "fab config explain providers.codex", summary: "a built-in provider" },
  ],
  parse: (line) => ({ key: line.args[0] }),
  async run({ key }, context) {
    const text = key === undefined ? explainAll() : explain(keyPath(key));
    if (text === null) throw unknownKey(key ?? "");
    await context.out.stdout(text);
    return 0;
  },
});
