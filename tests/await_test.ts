/**
 * `fab pane await` on real tmux servers.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { watchPrograms } from "./helpers/counted.ts";
import { type ProgramOptions, runFab } from "./helpers/program.ts";
import { startFab } from "./helpers/pane_program.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const STATE = "@rk_pane_agent_state";

/** `fab pane await -L <server> <words>`. */
function wait(server: TmuxServer, words: readonly string[], options: ProgramOptions = {}) {
  const env = { ...server.env, ...options.env };
  return runFab(["pane", "await", "-L", server.label, ...words], { ...options, env });
}

/** Waits until somebody's wait has its standing connection. */
async function attached(server: TmuxServer): Promise<void> {
  await poll(async () => await server.tmux("list-clients") === "" ? null : true, {
    failure: () => Promise.resolve("nobody waits"),
  });
}

/** Starts a wait, does something once it has settled, and returns the answer. */
async function during(
  server: TmuxServer,
  words: readonly string[],
  act: () => Promise<unknown>,
) {
  const running = wait(server, words);
  await attached(server);
  await act();
  return await running;
}

const ok = (stdout: string) => ({ code: 0, stdout, stderr: "" });
const idlePane = (server: TmuxServer) => server.openPane(["cat"]);

Deno.test("await: what is there already is answered at once, without a connection", async () => {
  await withTmux(async (server) => {
    const pane = await server.openPane(["sh", "-c", "printf 'all done\\n'; exec cat"]);
    await server.waitFor(pane, "all done");
    await server.setOption(pane, STATE, "idle:1");
    const file = `${server.directory}/result.yaml`;
    await Deno.writeTextFile(file, "");
    const watched = await watchPrograms(server.directory, { tmux: null });
    const env = { PATH: watched.path };
    const answers: readonly [string, readonly string[]][] = [
      ["idle", []],
      ["idle", ["--until", "active,idle"]],
      ["file", ["--file", file]],
      ["file", ["--file", "result.yaml", "--until", "idle"]],
      ["pattern", ["--pattern", "^all d.ne$"]],
      ["pattern", ["--pattern", "done", "--until", "idle"]],
    ];
    for (const [word, flags] of answers) {
      await watched.forget();
      const options = { env, cwd: server.directory };
      assertEquals(await wait(server, [pane, ...flags], options), ok(`${word}\n`));
      // Is it there, how does it look, and, where a format finds a state, is that its own.
      assertLess((await watched.calls()).length, 4, JSON.stringify(flags));
    }
    assertEquals(await server.tmux("list-clients"), "");
  });
});

Deno.test("await: states that come, and only those that were asked for", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    const set = (value: string) => () => server.setOption(pane, STATE, value);
    assertEquals(await during(server, [pane], set("waiting:1")), ok("waiting\n"));
    assertEquals(await during(server, [pane, "--until=idle"], set("idle:1")), ok("idle\n"));
    assertEquals(await during(server, [pane, "--until=active"], set("active:1")), ok("active\n"));
    assertEquals(await wait(server, [pane, "--until=idle", "--timeout=0.4"]), ok("running\n"));
    assertEquals(await wait(server, [pane, "--until=idle", "--timeout=0"]), ok("running\n"));
  });
});

Deno.test("await: the option is read on the pane itself, legacy name included", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    await server.tmux("set-option", "-g", STATE, "idle:1");
    await server.tmux("set-option", "-w", "-t", pane, "@rk_agent_state", "idle:1");
    assertEquals(await wait(server, [pane, "--timeout", "0.3"]), ok("running\n"));
    // The very value that leaks from outside, now the pane's own.
    const own = () => server.setOption(pane, STATE, "idle:1");
    assertEquals(await during(server, [pane], own), ok("idle\n"));
    await server.tmux("set-option", "-pu", "-t", pane, STATE);
    const legacy = () => server.setOption(pane, "@rk_agent_state", "waiting:1");
    assertEquals(await during(server, [pane], legacy), ok("waiting\n"));
  });
});

Deno.test("await --file: one that comes, also in a directory that comes later", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    await server.setOption(pane, STATE, "idle:1");
    const write = (path: string) => async () => {
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(`${path}.new`, "status: done\n");
      await Deno.rename(`${path}.new`, path);
    };
    for (const path of [`${server.directory}/a`, `${server.directory}/later/b`]) {
      const words = [pane, "--file", path, "--timeout", "30"];
      assertEquals(await during(server, words, write(path)), ok("file\n"));
    }
    const both = `${server.directory}/c`;
    const last = async () => {
      await write(both)();
      await server.tmux("kill-pane", "-t", pane);
    };
    assertEquals(await during(server, [pane, "--file", both], last), ok("file\n"));
  });
});

Deno.test("await --pattern: on the screen, across wrapped lines, in any script", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    const typed = () => server.type(pane, `Tests: ${"9".repeat(60)} passed 語`);
    const words = [pane, "--pattern", "Tests: \\d{60} passed \\p{Script=Han}$"];
    assertEquals(await during(server, words, typed), ok("pattern\n"));
  }, { columns: 40, rows: 10 });
});

Deno.test("await: several panes, the first of them or all", async () => {
  await withTmux(async (server) => {
    const panes = [await idlePane(server), await idlePane(server), await idlePane(server)];
    const [first = "", second = "", third = ""] = panes;
    const set = (pane: string, value: string) => server.setOption(pane, STATE, value);
    const any = await during(server, panes, () => set(second, "waiting:1"));
    assertEquals(any, ok(`waiting ${second}\n`));

    // Each pane's first signal counts, whatever it does afterwards.
    const all = await during(server, [...panes, "--all"], async () => {
      await set(third, "idle:1");
      await server.tmux("kill-pane", "-t", first);
    });
    assertEquals(all, {
      code: 1,
      stdout: `gone ${first}\nwaiting ${second}\nidle ${third}\n`,
      stderr: "",
    });

    await set(second, "active:1");
    const open = await wait(server, [second, third, "--until=active", "--all", "--timeout=0.3"]);
    assertEquals(open, ok(`active ${second}\nrunning ${third}\n`));
    const missing = await wait(server, [second, first]);
    assertEquals(missing, { code: 2, stdout: "", stderr: `fab: pane ${first} not found\n` });
  });
});

Deno.test("await --exit: an agent ends into its shell, which was in front all along", async () => {
  await withTmux(async (server) => {
    const agent = `${server.directory}/claude`;
    await Deno.writeTextFile(
      agent,
      "#!/bin/sh\nwhile read -r word; do [ x$word != xq ] || exit; done\n",
      {
        mode: 0o755,
      },
    );
    // As `fab spawn` composes it: no job control, so the shell keeps the terminal.
    const line = `'${agent}'; PS1='shell> ' exec /bin/sh -i`;
    const pane = await server.openPane(["/bin/sh", "-c", line]);
    const front = () => server.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}");
    assertEquals(await front(), "sh\n");
    await server.setOption(pane, STATE, "active:1");
    const none = await wait(server, [pane, "--exit", "--timeout", "0.3"]);
    assertEquals(none, ok("running\n"));
    const quit = () => server.tmux("send-keys", "-t", pane, "q", "Enter");
    assertEquals(await during(server, [pane, "--exit"], quit), ok("exited\n"));
    await server.waitFor(pane, "shell>");
    assertEquals(await front(), "sh\n");
    assertEquals(await wait(server, [pane, "--exit"]), ok("exited\n"));
  });
});

Deno.test("await --exit: of a program that no provider names, and of a pane that dies", async () => {
  await withTmux(async (server) => {
    const line = "/usr/bin/env cat; PS1='shell> ' exec /bin/sh -i";
    const pane = await server.openPane(["/bin/sh", "-c", line]);
    const end = () => server.press(pane, "C-d");
    assertEquals(await during(server, [pane, "--exit"], end), ok("exited\n"));
    const alone = await idlePane(server);
    const gone = await during(server, [alone, "--exit"], () => server.press(alone, "C-d"));
    assertEquals(gone, { code: 1, stdout: "gone\n", stderr: "" });
  });
});

Deno.test("await: a pane that dies, and a server that does, are gone", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    const gone = { code: 1, stdout: "gone\n", stderr: "" };
    const kill = () => server.tmux("kill-pane", "-t", pane);
    assertEquals(await during(server, [pane], kill), gone);
    const kept = await idlePane(server);
    await server.tmux("set-option", "-w", "-t", kept, "remain-on-exit", "on");
    assertEquals(await during(server, [kept], () => server.press(kept, "C-d")), gone);
    const other = await idlePane(server);
    assertEquals(await during(server, [other], () => server.tmux("kill-server")), gone);
    const none = await wait(server, [other]);
    assertEquals([none.code, none.stdout], [3, ""]);
    assertMatch(none.stderr, /^fab: no tmux server/);
  });
});

Deno.test("await: a session that ends under the connection, its panes elsewhere", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    const answer = await during(server, [pane], async () => {
      await server.tmux("new-session", "-d", "-s", "other", "sleep", "1000");
      await server.tmux("link-window", "-s", pane, "-t", "other:");
      await server.tmux("kill-session", "-t", "keeper");
      await attached(server);
      await server.setOption(pane, STATE, "idle:1");
    });
    assertEquals(answer, ok("idle\n"));
  });
});

Deno.test("await: SIGINT leaves nothing behind", async () => {
  await withTmux(async (server) => {
    const agent = `${server.directory}/codex`;
    await Deno.writeTextFile(agent, "#!/bin/sh\nread -r word\n", { mode: 0o755 });
    const pane = await server.openPane([agent]);
    const before = await server.tmux("list-sessions", "-F", "#{session_attached} #{window_width}");
    const running = startFab(server, ["pane", "await", pane, "--exit", "--file", "none"]);
    await attached(server);
    assertEquals(
      await server.tmux("display-message", "-p", "-t", pane, "#{window_width}"),
      "200\n",
    );
    running.kill("SIGINT");
    const { code, stdout, stderr } = await running.result;
    assertEquals({ code, stdout, stderr }, { code: 130, stdout: "", stderr: "" });
    await poll(async () => await server.tmux("list-clients") === "" ? true : null, {
      failure: () => server.tmux("list-clients"),
    });
    const after = await server.tmux("list-sessions", "-F", "#{session_attached} #{window_width}");
    assertEquals(after, before);
    const pid = (await server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")).trim();
    const list = await new Deno.Command("ps", { args: ["-eo", "args"] }).output();
    const waiters = new TextDecoder().decode(list.stdout).split("\n").filter((line) =>
      line.includes(`--pid=${pid}`)
    );
    assertEquals(waiters, []);
  });
});

Deno.test("await: where no connection stands, it asks by single calls", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    await server.tmux("set-hook", "-g", "client-attached", "detach-client");
    const watched = await watchPrograms(server.directory, { tmux: null });
    const env = { PATH: watched.path };
    const running = wait(server, [pane], { env });
    const attempts = async () =>
      (await watched.calls()).filter((call) => call.includes("attach-session")).length;
    await poll(async () => await attempts() === 5 ? true : null, {
      failure: async () => (await watched.calls()).join("\n"),
    });
    await server.setOption(pane, STATE, "idle:1");
    assertEquals(await running, ok("idle\n"));
    assertEquals(await attempts(), 5);
  });
});

Deno.test("await: from inside a pane of the same server", async () => {
  await withTmux(async (server) => {
    const pane = await idlePane(server);
    const socket = await server.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    const env = { ...server.env, TMUX: socket.trim(), TMUX_PANE: pane };
    const running = runFab(["pane", "await", pane], { env });
    await attached(server);
    await server.setOption(pane, STATE, "idle:1");
    assertEquals(await running, ok("idle\n"));
  });
});

Deno.test("await: wrong usage", async () => {
  const wrong: readonly [readonly string[], RegExp][] = [
    [[], /missing argument <pane>/],
    [["%0", "--any", "--all"], /give --any or --all/],
    [["%0", "--until", "busy"], /--until: "busy" is no state/],
    [["%0", "--pattern", "("], /--pattern: "\(" is no regular expression/],
    [["%0", "--file="], /--file is empty/],
    [["%0", "--timeout", "-1"], /--timeout: "-1" is not a number of seconds/],
  ];
  for (const [words, message] of wrong) {
    const result = await runFab(["pane", "await", ...words]);
    assertEquals([result.code, result.stdout], [2, ""], JSON.stringify(words));
    assertMatch(result.stderr, message);
  }
  assert((await runFab(["pane", "await", "--help"])).stdout.includes("exited"));
});
