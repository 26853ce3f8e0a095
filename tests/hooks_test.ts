/**
 * A hook of the user's that fails makes tmux end with a failure after it opened what was asked for.
 *
 * @module
 */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { withPaneWorkers } from "./helpers/pane_workers.ts";
import { runFab } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const WARNING = /fab: tmux did 'new-window' and ended with 127 without a word; does a hook/;

/** Hooks of the most that tmux knows around opening, each with a program that is not there. */
async function setHooks(server: TmuxServer): Promise<void> {
  for (const after of ["new-window", "split-window", "select-window", "set-option"]) {
    await server.tmux("set-hook", "-g", `after-${after}`, "run-shell /opt/gone.sh");
  }
}

async function panes(server: TmuxServer): Promise<number> {
  return (await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).trim().split("\n").length;
}

Deno.test("a hook that fails: pane open, spawn and operator say what they opened", () =>
  withTmux(async (server) => {
    const root = `${server.directory}/project`;
    await Deno.mkdir(`${root}/fab/project`, { recursive: true });
    await Deno.writeTextFile(
      `${root}/fab/project/config.yaml`,
      "agent: {session: nap, workers: nap}\n" +
        "providers: {nap: {interactive_command: 'sleep 600 # {model}'}}\n",
    );
    await setHooks(server);
    const fab = (...args: readonly string[]) => runFab(args, { cwd: root, env: server.env });
    const before = await panes(server);
    const opened = await fab("pane", "open", "--provider", "nap", "-L", server.label);
    assertEquals(opened.code, 0, opened.stderr);
    assertMatch(opened.stdout, /^opened pane %\d+ \(provider nap\)\n/);
    assertMatch(opened.stderr, WARNING);
    const spawned = await fab("spawn", "-L", server.label, "-n", "here");
    assertEquals(spawned.code, 0, spawned.stderr);
    assertMatch(spawned.stdout, /^spawned pane %\d+ \(window @\d+\)\n/);
    assertMatch(spawned.stderr, WARNING);
    for (const action of ["spawned", "selected"]) {
      const operator = await fab("operator", "-L", server.label);
      assertEquals(operator.code, 0, operator.stderr);
      assertStringIncludes(operator.stdout, action);
      assertMatch(operator.stderr, /fab: tmux did '(new|select)-window' and ended with 127/);
    }
    assertEquals(await panes(server), before + 3);
  }));

Deno.test("a hook that fails: dispatch open twice gives one worker, with its record", () =>
  withPaneWorkers(async ({ repo, server, inside }) => {
    await setHooks(server);
    const before = await panes(server);
    const opened = await repo.dispatch(["open", "ab12", "apply"], {
      ...inside,
      stdin: "sleep 60\n",
    });
    assertEquals(opened.code, 0, opened.stderr);
    assertMatch(opened.stderr, /fab: tmux did 'split-window' and ended with 127/);
    const again = await repo.dispatch(["open", "ab12", "apply"], {
      ...inside,
      stdin: "sleep 60\n",
    });
    assertEquals([again.code, again.stdout], [1, ""]);
    assertStringIncludes(again.stderr, "ab12/apply is already running");
    assertEquals(await panes(server), before + 1);
  }));
