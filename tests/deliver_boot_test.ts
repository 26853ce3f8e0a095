/**
 * Delivering while a program starts, and after it ended: what the kernel echoes is no proof.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import { deliverText, fabOn } from "./helpers/pane_program.ts";
import { withTmux } from "./helpers/tmux_server.ts";

const SMALL = { columns: 100, rows: 24 };

Deno.test("boot: a program that never takes its terminal is not ready, however often it is tried", () =>
  withTmux(async (tmux) => {
    const pane = await tmux.openPane(["sleep", "1000"]);
    const result = await deliverText(tmux, pane, "do it");
    assertEquals([result.code, result.stdout], [1, ""], result.stderr);
    assertMatch(result.stderr, /^fab: not ready: .*booting/m);
    assertEquals(await tmux.capture(pane), "");
    assertEquals((await fabOn(tmux, ["pane", "ready", pane])).stdout.split("\n")[0], "booting");
  }, SMALL));

Deno.test("boot: a program that takes its terminal between the attempts gets the text", () =>
  withTmux(async (tmux) => {
    const got = `${tmux.directory}/got`;
    const script = 'sleep 4.5; printf "> "; head -n 1 > "$0"; exec sleep 1000';
    const pane = await tmux.openPane(["sh", "-c", script, got]);
    const result = await deliverText(tmux, pane, "do it");
    assertEquals([result.code, result.stdout], [0, `delivered ${pane} (text)\n`], result.stderr);
    assertMatch(
      result.stderr,
      /^fab: delivery attempt 1 failed \(not ready: .*\); the second went\n$/,
    );
    assertEquals(await Deno.readTextFile(got), "do it\n");
  }, SMALL));

Deno.test("boot: a shell that took over between the attempts gets nothing", () =>
  withTmux(async (tmux) => {
    const pane = await tmux.openPane(["sh", "-c", "sleep 4.5; exec bash --norc"]);
    const result = await deliverText(tmux, pane, `touch ${tmux.directory}/trap`);
    assertEquals([result.code, result.stdout], [1, ""], result.stderr);
    assertMatch(result.stderr, /^fab: shell: /m);
    assertEquals(await Deno.stat(`${tmux.directory}/trap`).catch(() => null), null);
  }, SMALL));
