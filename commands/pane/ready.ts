/**
 * `fab pane ready`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { jsonFlag, seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { probeReady } from "../../lib/deliver/ready.ts";
import { PARKED_WORDS } from "../../lib/core/screen/readiness.ts";
import { takeMark } from "../../lib/look/pane_text.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";
import { readyJson, readyText } from "../../lib/deliver/ready_report.ts";

interface Options {
  readonly pane: string;
  readonly server: string | null;
  readonly waitMs: number;
  readonly json: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Types a harmless word into the pane, looks whether the program shows it, and takes it back. " +
    "Prints one of three words and exits 0 with each:\n\n" +
    "ready: it takes typed input. booting: nothing yet, or the screen still changes. parked: a " +
    "dialog, a login or trust wall, a program that hangs; the reason and its last lines follow. " +
    `The reasons: ${PARKED_WORDS.join(", ")}. All but the last two are seen without a key.`,
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [
    { name: "wait", value: "<secs>", summary: "go on probing for this long until it is ready" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane ready %3", summary: "ask once" },
    { line: "fab pane ready %3 --wait 30", summary: "wait for an agent to start" },
  ],
  parse: (line) => ({
    pane: line.args[0] ?? "",
    server: serverOf(line),
    waitMs: seconds(line, "wait") ?? 0,
    json: line.given("json"),
  }),
  async run(options, context) {
    const { pane, server } = options;
    const report = await withProgress(
      context,
      `probing pane ${pane}`,
      (context) => probeReady(context, { pane, server, waitSecs: options.waitMs / 1000 }),
    );
    if (report.leftover) {
      await context.out.warn(`the probe's text could not be taken out of pane ${pane} again`);
    }
    const about = { pane, server };
    const answer = options.json
      ? jsonDocument({
        ...readyJson(report, about),
        mark: await takeMark(createTmux(context.exec, server), pane),
      })
      : readyText(report, about);
    await context.out.stdout(answer);
    return 0;
  },
});
