import { defineCommand } from "../lib/cli/command.ts";
import { SCRIPTS, type Shell, SHELLS } from "../lib/completion/scripts.ts";

/** `fab completion`. */
export const command = defineCommand({
  description:
    "Prints what makes a shell complete fab's commands, flags and values; panes, sessions, " +
    "providers and changes are looked up when Tab is pressed.\n\n" +
    "  bash   source <(fab completion bash)      in ~/.bashrc\n" +
    "  zsh    source <(fab completion zsh)       in ~/.zshrc, after compinit\n" +
    "  fish   fab completion fish | source       in ~/.config/fish/config.fish",
  args: [{ name: "shell", summary: "the shell", choices: SHELLS }],
  examples: [
    { line: "fab completion bash", summary: "for bash 3.2 and later" },
    { line: "fab completion zsh", summary: "for zsh" },
    { line: "fab completion fish", summary: "for fish" },
  ],
  parse: (line) => ({ shell: line.args[0] as Shell }),
  async run({ shell }, { out }) {
    await out.stdout(SCRIPTS[shell]);
    return 0;
  },
});
