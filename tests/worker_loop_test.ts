/**
 * Programs that read a line, work on it for about as long as `fab` waits before it asks by typing, and
 * read the next one.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { allEnded } from "./helpers/all.ts";
import { deliverText } from "./helpers/pane_program.ts";
import { withTmux } from "./helpers/tmux_server.ts";

/** Seconds around the moment at which an Enter that shows nothing is looked into. */
const WORK = [0.95, 1.05, 1.15, 1.3];
const LOOPS: Readonly<Record<string, (secs: number, log: string) => string>> = {
  "read -e, silent": (secs, log) =>
    `while IFS= read -r -e -p 'worker> ' l; do echo "$l" >>${log}; sleep ${secs}; done`,
  "read -e, that says what it did": (secs, log) =>
    `while IFS= read -r -e -p 'worker> ' l; do echo "$l" >>${log}; sleep ${secs}; echo "got: $l"; done`,
};

for (const [name, loop] of Object.entries(LOOPS)) {
  Deno.test(`a worker loop (${name}): delivered, once, with nothing left in its input`, () =>
    withTmux(async (tmux) => {
      await allEnded(WORK.map(async (secs) => {
        const log = `${tmux.directory}/log-${secs}`;
        const pane = await tmux.openPane(["bash", "-c", loop(secs, log)]);
        await tmux.waitFor(pane, "worker>");
        for (const text of ["the first job", "and a second one"]) {
          const result = await deliverText(tmux, pane, text);
          const what = `${secs} s: ${await tmux.capture(pane)}`;
          assertEquals(result, { code: 0, stdout: `delivered ${pane} (text)\n`, stderr: "" }, what);
        }
        const screen = await tmux.waitFor(pane, (screen) => /worker>\s*$/.test(screen));
        assertEquals(screen.includes("FAB"), false, screen);
        assertEquals(await Deno.readTextFile(log), "the first job\nand a second one\n");
      }));
    }, { columns: 80, rows: 24 }));
}
