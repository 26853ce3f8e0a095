import { assert, assertEquals } from "@std/assert";
import { displayWidth } from "../lib/cli/text/display_width.ts";
import { programArgv } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** Runs the program in a pane, and returns the screen with its colours once it has ended. */
async function screenOf(
  server: TmuxServer,
  args: readonly string[],
  { env = [], run = '"$@"' }: { readonly env?: readonly string[]; readonly run?: string } = {},
): Promise<string> {
  const script = `${run}; echo "ended $?"; exec sleep 60`;
  const pane = await server.openPane(
    ["env", ...env, "sh", "-c", script, "sh", ...programArgv(), ...args],
  );
  await server.waitFor(pane, /^ended \d+$/m, { deadlineMs: 30_000 });
  return await server.tmux("capture-pane", "-p", "-e", "-t", pane);
}

Deno.test("colour on a terminal, none with NO_COLOR, TERM=dumb or a pipe", async () => {
  await withTmux(async (server) => {
    const map = ["pane", "map", "-L", server.label, "--all-sessions"];
    const colored = await screenOf(server, map, { env: ["NO_COLOR="] });
    assert(colored.includes("\x1b[1m"), colored);
    for (
      const how of [
        { env: ["NO_COLOR=1"] },
        { env: ["NO_COLOR=", "TERM=dumb"] },
        { env: ["NO_COLOR="], run: '"$@" | cat' },
      ]
    ) {
      const plain = await screenOf(server, map, how);
      assert(plain.includes("Worktree") && !plain.includes("\x1b["), plain);
    }
  });
});

Deno.test("a wait in the background draws nothing over what is typed", async () => {
  await withTmux(async (server) => {
    const agent = await server.openPane(["sleep", "60"]);
    const wait = [...programArgv(), "pane", "await", agent, "--timeout", "3", "-L", server.label];
    const shell = await server.openPane(["env", "PS1=$ ", "bash", "--norc", "-i"]);
    await server.waitFor(shell, /^\$/m);
    await server.type(shell, `${wait.map((word) => `'${word}'`).join(" ")} & clear`);
    await server.press(shell, "Enter");
    await server.waitFor(shell, (screen) => !screen.includes("await"));
    await server.type(shell, "echo half");
    const screen = await server.waitFor(shell, /running/, { deadlineMs: 30_000 });
    assert(/^\$ echo half/m.test(screen), screen);
  }, { columns: 120, rows: 20 });
});

Deno.test("a map without panes says on a terminal what to do next", async () => {
  await withTmux(async (server) => {
    // A server without a session: the map is asked on another one's terminal.
    const label = `${server.label}-empty`;
    const run = `tmux -L ${label} -f /dev/null start-server \\; set -g exit-empty off; "$@"; ` +
      `echo ended $?; tmux -L ${label} kill-server`;
    const screen = await screenOf(server, ["pane", "map", "-L", label, "--all-sessions"], { run });
    assert(
      screen.startsWith(
        `No tmux panes found.\nBegin a session with 'tmux -L ${label} new-session -d', ` +
          `and put an agent into it with 'fab spawn -L ${label}'.`,
      ),
      screen,
    );
  }, { columns: 200, rows: 20 });
});

Deno.test("a table is cut to the terminal's width, and only there", async () => {
  await withTmux(async (server) => {
    await server.tmux("rename-window", "日本語".repeat(20));
    const map = ["pane", "map", "-L", server.label, "--all-sessions"];
    const screen = await screenOf(server, map, { env: ["NO_COLOR=1"] });
    const rows = screen.split("\n").filter((line) => line.includes("日本"));
    assertEquals(rows.length, 1, screen);
    // A cell is cut; the state, which people look for, stands at the end all the same.
    assert(/…\s.* —$/.test(rows[0]?.trimEnd() ?? ""), screen);
    assert(displayWidth(rows[0] ?? "") <= 60, screen);
    const piped = await screenOf(server, map, { run: '"$@" | wc -L' });
    assert(Number(/^\d+$/m.exec(piped)?.[0]) > 100, piped);
  }, { columns: 60, rows: 30 });
});

Deno.test("what takes over a second is told on the terminal, and the answer takes its place", async () => {
  await withTmux(async (server) => {
    const silent = await server.openPane(["sh", "-c", "stty raw -echo; exec sleep 60"]);
    const verbs: readonly (readonly [string, readonly string[], RegExp, RegExp])[] = [
      ["ready", ["--wait", "3"], /^fab: probing pane %\d+ \([1-9]s\)$/m, /^booting/m],
      ["await", ["--timeout", "3"], /^fab: waiting for pane %\d+ \([1-9]s\)$/m, /^running$/m],
      [
        "deliver",
        ["--text", "hello"],
        /^fab: delivering to pane %\d+ \([1-9]s\)$/m,
        /^fab: not ready: /m,
      ],
    ];
    for (const [verb, args, told, answer] of verbs) {
      const argv = [...programArgv(), "pane", verb, silent, ...args, "-L", server.label];
      const script = '"$@"; echo "ended $?"; exec sleep 60';
      const pane = await server.openPane(["sh", "-c", script, "sh", ...argv]);
      await server.waitFor(pane, told);
      const screen = await server.waitFor(pane, /^ended \d+$/m, { deadlineMs: 60_000 });
      assert(answer.test(screen) && !told.test(screen), screen);
    }
  }, { columns: 120, rows: 40 });
});
