import { assertEquals, assertMatch } from "@std/assert";
import { watchPrograms } from "./helpers/counted.ts";
import { programArgv, runFab } from "./helpers/program.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const STATE = "@rk_pane_agent_state";

/** Opens the program in a pane of its own; when it has ended its exit code is on the screen. */
async function openFab(server: TmuxServer, ...args: readonly string[]): Promise<string> {
  const script = 'echo before; "$@"; echo "exit $?"; exec sleep 1000';
  return await server.openPane(["sh", "-c", script, "sh", ...programArgv(), ...args]);
}

/** Processes whose command line holds the server's label, besides those of the test's own. */
async function clients(server: TmuxServer): Promise<readonly string[]> {
  return (await server.tmux("list-clients", "-F", "#{client_name}")).split("\n").filter((name) =>
    name !== ""
  );
}

Deno.test("watch: the live table follows states, names and panes, and q brings the screen back", async () => {
  await withTmux(async (server) => {
    const agent = await server.openPane(["sleep", "1000"]);
    const size = await server.tmux(
      "display-message",
      "-p",
      "-t",
      agent,
      "#{window_width}x#{window_height}",
    );
    const watch = await openFab(server, "pane", "watch", "--all-sessions", "-L", server.label);
    await server.waitFor(watch, "no agent has told its state · q quits");
    await server.setOption(agent, STATE, "waiting:1");
    await server.waitFor(watch, /^1 waiting · q quits\n[^]*waiting/);
    await server.setOption(agent, STATE, `idle:${Math.floor(Date.now() / 1000) - 3600}`);
    await server.waitFor(watch, /^1 idle · q quits\n[^]*idle \(1h\)/);
    await server.tmux("rename-window", "-t", agent, "语言 fox");
    await server.waitFor(watch, "语言 fox");
    const other = await server.openPane(["sleep", "1000"]);
    await server.waitFor(watch, new RegExp(` ${other} `));
    await server.tmux("kill-pane", "-t", other);
    await server.waitFor(watch, (screen) => !screen.includes(` ${other} `));
    assertEquals(
      await server.tmux("display-message", "-p", "-t", agent, "#{window_width}x#{window_height}"),
      size,
      "no size changes",
    );
    await server.press(watch, "q");
    await server.waitFor(watch, /^before\nexit 0$/);
    const flags = await server.tmux(
      "display-message",
      "-p",
      "-t",
      watch,
      "#{alternate_on}#{cursor_flag}",
    );
    assertEquals(flags, "01\n");
    await poll(async () => (await clients(server)).length === 0 ? true : null, {
      failure: async () => `still attached: ${await clients(server)}`,
    });
  }, { columns: 100, rows: 20 });
});

Deno.test("watch: C-c, SIGINT and SIGTERM bring the screen back", async () => {
  await withTmux(async (server) => {
    for (const [end, code] of [["C-c", 130], ["INT", 130], ["TERM", 143]] as const) {
      const watch = await openFab(
        server,
        "pane",
        "map",
        "--watch",
        "--all-sessions",
        "-L",
        server.label,
      );
      await server.waitFor(watch, "q quits");
      if (end === "C-c") await server.press(watch, "C-c");
      else {
        const shell = await server.tmux("display-message", "-p", "-t", watch, "#{pane_pid}");
        const { stdout } = await new Deno.Command("ps", {
          args: ["-o", "pid=", "--ppid", shell.trim()],
        }).output();
        Deno.kill(Number(new TextDecoder().decode(stdout).trim()), `SIG${end}`);
      }
      await server.waitFor(watch, new RegExp(`^before\\nexit ${code}$`));
    }
  }, { columns: 100, rows: 20 });
});

Deno.test("watch: a map that is larger than the screen is cut, not scrolled", async () => {
  await withTmux(async (server) => {
    for (let count = 0; count < 9; count++) await server.openPane(["sleep", "1000"]);
    const watch = await openFab(server, "pane", "watch", "--all-sessions", "-L", server.label);
    const screen = await server.waitFor(watch, "more");
    const lines = screen.split("\n");
    assertEquals(lines.length, 8);
    assertMatch(lines[0] ?? "", /q quits$/);
    assertMatch(lines[7] ?? "", /^… \d more$/);
    for (const line of lines) assertEquals(line.length <= 40, true, line);
  }, { columns: 40, rows: 8 });
});

Deno.test("watch: needs a terminal; the current session needs tmux; no server is said so", async () => {
  await withTmux(async (server) => {
    const run = (...args: readonly string[]) => runFab(["pane", ...args], { env: server.env });
    const piped = await run("watch", "--all-sessions", "-L", server.label);
    assertEquals([piped.code, piped.stdout], [2, ""]);
    assertMatch(piped.stderr, /^fab: standard output is no terminal; try --line.*\n$/);
    const outside = await run("watch", "--line", "-L", server.label);
    assertEquals([outside.code, outside.stderr], [
      1,
      "fab: not inside a tmux session; give --session <name> or --all-sessions\n",
    ]);
    const none = await run("watch", "--line", "--all-sessions", "-L", "no-such-server");
    assertEquals([none.code, none.stdout], [3, ""]);
  });
});

/** The lines of a program as they come. */
function follow(server: Pick<TmuxServer, "env">, ...args: readonly string[]) {
  const [program = "", ...before] = programArgv();
  const child = new Deno.Command(program, {
    args: [...before, ...args],
    env: server.env,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let text = "";
  const reading = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) text += chunk;
  })();
  return {
    until: (wanted: string) =>
      poll(() => Promise.resolve(text === wanted ? true : null), {
        failure: () =>
          Promise.resolve(`wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(text)}`),
      }),
    async end() {
      child.kill("SIGTERM");
      const { code } = await child.status;
      await reading;
      return code;
    },
  };
}

Deno.test("watch --line: a line for each change, and none without one", async () => {
  await withTmux(async (server) => {
    const [first, second] = [
      await server.openPane(["sleep", "1000"]),
      await server.openPane(["sleep", "1000"]),
    ];
    await server.setOption(first, STATE, "waiting:1");
    const line = follow(server, "pane", "watch", "--line", "--all-sessions", "-L", server.label);
    try {
      await line.until("1 waiting\n");
      await server.setOption(second, STATE, "active:1");
      await line.until("1 waiting\n1 waiting · 1 active\n");
      await server.tmux("rename-window", "-t", first, "other");
      await server.setOption(first, STATE, "idle:1");
      await line.until("1 waiting\n1 waiting · 1 active\n1 active · 1 idle\n");
    } finally {
      assertEquals(await line.end(), 143);
    }
  });
});

Deno.test("watch --line: goes on when a subscription is silent, refused or ended", async () => {
  await withTmux(async (server) => {
    const tmux = `PATH='${server.env["PATH"]}' exec tmux "$@"`;
    for (const wedged of ["exec sleep 1000", "exit 1", "sleep 1; exit 0"]) {
      await server.setOption("%0", STATE, "waiting:1");
      const directory = await Deno.makeTempDir({ dir: server.directory });
      const { path } = await watchPrograms(directory, {
        tmux: `case " $* " in *" -C "*) ${wedged} ;; esac; ${tmux}`,
      });
      const env = { ...server.env, PATH: path };
      const args = ["pane", "watch", "--line", "--all-sessions", "-L", server.label];
      const line = follow({ ...server, env }, ...args);
      try {
        await line.until("1 waiting\n");
        await server.setOption("%0", STATE, "active:1");
        await line.until("1 waiting\n1 active\n");
      } finally {
        assertEquals(await line.end(), 143, wedged);
      }
    }
  });
});

Deno.test("watch --line: works in a status line as documented", async () => {
  await withTmux(async (server) => {
    await server.setOption("%0", STATE, "waiting:1");
    const command = programArgv().join(" ");
    await server.tmux("set-option", "-g", "status", "on");
    await server.tmux("set-option", "-g", "status-interval", "2");
    await server.tmux(
      ...["set-option", "-g", "status-right"],
      `#(${command} pane watch --line --all-sessions -L ${server.label})`,
    );
    // A client inside a pane of another server shows the status line.
    await withTmux(async (outer) => {
      const env = Object.entries(server.env).map(([name, value]) => `${name}=${value}`);
      const pane = await outer.openPane([
        ...["env", ...env, "tmux", "-u", "-L", server.label, "attach-session", "-t", "keeper"],
      ]);
      await outer.waitFor(pane, /1 waiting$/, { deadlineMs: 30_000 });
      await server.setOption("%0", STATE, "active:1");
      await outer.waitFor(pane, /1 active$/, { deadlineMs: 30_000 });
    });
  });
});

Deno.test("next: the attached client goes to who waits, then to the longest idle", async () => {
  await withTmux(async (server) => {
    await server.tmux("new-session", "-d", "-s", "other", "sleep 1000");
    const panes: string[] = [];
    for (let count = 0; count < 4; count++) panes.push(await server.openPane(["sleep", "1000"]));
    const next = () => runFab(["pane", "next", "-L", server.label], { env: server.env });
    const [a = "", b = "", c = "", d = ""] = panes;
    await server.setOption(a, STATE, "active:1");
    const nobody = await next();
    assertEquals([nobody.code, nobody.stdout], [1, ""]);
    assertMatch(nobody.stderr, /^fab: no client is attached to the server.*\n$/);
    await withTmux(async (outer) => {
      const env = Object.entries(server.env).map(([name, value]) => `${name}=${value}`);
      await outer.openPane([
        ...["env", ...env, "tmux", "-u", "-L", server.label, "attach-session", "-t", "other"],
      ]);
      await poll(async () => (await clients(server)).length === 1 ? true : null, {
        failure: () => outer.screens(),
      });
      const front = async () => (await server.tmux("list-clients", "-F", "#{pane_id}")).trim();
      const none = await next();
      assertEquals(none, {
        code: 1,
        stdout: "",
        stderr: "fab: no other pane is waiting or idle\n",
      });
      const now = Math.floor(Date.now() / 1000);
      await server.setOption(b, STATE, "waiting:1");
      await server.setOption(c, STATE, `idle:${now - 4000}`);
      await server.setOption(d, STATE, `idle:${now - 6500}`);
      assertEquals(await next(), { code: 0, stdout: `focused ${b} (waiting)\n`, stderr: "" });
      assertEquals(await front(), b);
      assertEquals(await next(), { code: 0, stdout: `focused ${d} (idle (1h))\n`, stderr: "" });
      assertEquals(await front(), d);
      await server.setOption(b, STATE, "active:1");
      assertEquals((await next()).stdout, `focused ${c} (idle (1h))\n`);
      assertEquals(await front(), c);
    });
  });
});

Deno.test("watch: a mark moves and scrolls, states filter, Enter goes there, Esc leaves", async () => {
  await withTmux(async (server) => {
    const panes: string[] = [];
    for (let n = 0; n < 14; n++) panes.push(await server.openPane(["sleep", "1000"]));
    const [first = "", second = ""] = panes;
    await server.setOption(second, STATE, "waiting:1");
    const watch = await openFab(server, "pane", "watch", "--all-sessions", "-L", server.label);
    await server.waitFor(watch, /q quits\n\n.*Agent[^]* more$/m);
    await server.press(watch, "Down");
    await server.waitFor(watch, /Enter goes there.*\n.*\n› keeper +%0 /);
    await server.press(watch, "End");
    await server.waitFor(watch, new RegExp(`^› keeper +${watch} `, "m"));
    await server.press(watch, "w");
    await server.waitFor(watch, new RegExp(`waiting only · q quits\n.*\n.*\n  keeper +${second} `));
    await server.press(watch, "Enter");
    await server.waitFor(watch, /^no client is attached/);
    await server.press(watch, "0");
    await server.press(watch, "Home");
    await server.waitFor(watch, new RegExp(`^› keeper +%0 [^]* ${first} `, "m"));
    await server.press(watch, "Escape");
    await server.waitFor(watch, /^before\nexit 0$/);
  }, { columns: 80, rows: 12 });
});

Deno.test("map: at 60 and at 40 columns the state is there, and the pane", async () => {
  for (const columns of [60, 40]) {
    await withTmux(async (server) => {
      await server.tmux("rename-window", "-t", "%0", "a window with a name as long as they come");
      await server.setOption("%0", STATE, "waiting:1");
      const map = await openFab(server, "pane", "map", "--all-sessions", "-L", server.label);
      const screen = await server.waitFor(map, /^exit 0$/m);
      const [header = "", row = ""] = screen.split("\n").filter((line) => / /.test(line));
      assertMatch(header, /Pane .*Agent$/);
      assertMatch(row, /%0 .*… .*waiting$/);
    }, { columns, rows: 20 });
  }
});
