import { type CommandFamily, type CommandSpec, defineCommand } from "../lib/cli/command.ts";
import { findSlot } from "../lib/cli/help/completion_slot.ts";
import { answerText } from "../lib/cli/help/completion_answer.ts";
import { lookUp } from "../lib/completion/values.ts";

/** `fab __complete`, which the shells' completion functions call. It needs the whole tree. */
export function completeCommand(root: CommandFamily): CommandSpec<readonly string[]> {
  return defineCommand({
    args: [{
      name: "word",
      optional: true,
      variadic: true,
      summary: "the words after fab, the last up to the cursor",
    }],
    examples: [{ line: "fab __complete -- pane capture ''", summary: "what may follow" }],
    parse: (line) => line.args,
    async run(words, context) {
      const slot = await findSlot(root, words);
      const kind = slot?.lookUp ?? null;
      const found = slot === null || kind === null ? [] : await lookUp(kind, context, slot);
      await context.out.stdout(answerText(slot, found));
      return 0;
    },
  });
}
