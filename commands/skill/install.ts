import { resolve } from "@std/path";
import { UsageError } from "../../lib/core/errors.ts";
import { defineCommand } from "../../lib/cli/command.ts";
import { DEFAULT_SKILLS_DIR, installSkill } from "../../lib/skill/install.ts";

/** `fab skill install`. */
export const command = defineCommand({
  description:
    "Writes <dir>/_cli-agents/SKILL.md. Run it again after an update: a file that fab wrote is " +
    "brought up to date, one that a person changed is left alone unless --force is given.",
  flags: [
    {
      name: "dir",
      value: "<dir>",
      summary: `the skills folder (default ${DEFAULT_SKILLS_DIR})`,
      complete: "directory",
    },
    { name: "force", summary: "replace the file even when a person changed it" },
  ],
  examples: [
    { line: "fab skill install", summary: "into this project" },
    { line: "fab skill install --dir ~/.claude/skills", summary: "for all projects" },
  ],
  parse(line) {
    const dir = line.value("dir") ?? DEFAULT_SKILLS_DIR;
    if (dir === "") throw new UsageError("--dir: a folder is needed, not an empty value");
    return { dir, force: line.given("force") };
  },
  async run({ dir, force }, { env, files, out }) {
    const { path, action } = await installSkill(files, { dir: resolve(env.cwd(), dir), force });
    await out.stdout(`${action} ${path}\n`);
    return 0;
  },
});
