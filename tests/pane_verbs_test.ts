import { assert, assertEquals, assertMatch } from "@std/assert";
import { runFab } from "./helpers/program.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** Runs a pane verb against the test's server. */
function pane(server: TmuxServer, ...args: readonly string[]) {
  return runFab(["pane", ...args, "-L", server.label], { env: server.env });
}

async function panes(server: TmuxServer): Promise<readonly string[]> {
  return (await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).trim().split("\n");
}

Deno.test("kill: unknown and idle panes go, a busy one only by force", async () => {
  await withTmux(async (server) => {
    const killed = (id: string) => ({
      code: 0,
      stdout: `killed ${id}\nserver: ${server.label}\n`,
      stderr: "",
    });
    const unknown = await server.openPane(["sleep", "1000"]);
    await server.tmux("set-option", "-w", "-t", unknown, "@rk_pane_agent_state", "active:1");
    assertEquals(await pane(server, "kill", unknown), killed(unknown));
    for (const [option, value] of [["@rk_pane_agent_state", "idle:1"], ["@rk_agent_state", "x"]]) {
      const id = await server.openPane(["sleep", "1000"]);
      await server.setOption(id, option!, value!);
      assertEquals(await pane(server, "kill", id), killed(id));
    }
    for (const state of ["active", "waiting"]) {
      const id = await server.openPane(["sleep", "1000"]);
      await server.setOption(id, "@rk_pane_agent_state", `${state}:1:5`);
      assertEquals(await pane(server, "kill", id), {
        code: 1,
        stdout: "",
        stderr: `fab: pane ${id} is ${state}; --force kills it all the same\n`,
      });
      assertEquals((await panes(server)).includes(id), true);
      assertEquals(await pane(server, "kill", id, "--force"), killed(id));
      assertEquals((await panes(server)).includes(id), false);
    }
    for (const id of [unknown, "keeper", ""]) {
      const result = await pane(server, "kill", "--force", id);
      assertEquals(result, { code: 2, stdout: "", stderr: `fab: pane ${id || '""'} not found\n` });
    }
    assertEquals(await panes(server), ["%0"]);
  });
});

Deno.test("kill: the last pane of a session, and of a server, is said", async () => {
  await withTmux(async (server) => {
    await server.tmux("new-session", "-d", "-s", "work", "sleep 1000");
    await server.tmux("split-window", "-d", "-t", "=work:", "sleep 1000");
    const other = await pane(server, "kill", "%2");
    assertEquals([other.code, other.stderr], [0, ""]);
    const ended = (id: string, session: string) =>
      `fab: ${id} was the last pane of session "${session}", which has ended with it\n`;
    const work = await pane(server, "kill", "%1");
    assertEquals([work.code, work.stderr], [0, ended("%1", "work")]);
    const result = await pane(server, "kill", "%0");
    assertEquals([result.code, result.stderr], [0, ended("%0", "keeper")]);
    const none = await pane(server, "kill", "%0");
    assertEquals([none.code, none.stdout], [3, ""]);
    await server.tmux("new-session", "-d", "sleep 1000");
  });
});

Deno.test("window name: prefixes come and go, idempotent, whatever they hold", async () => {
  await withTmux(async (server) => {
    const id = await server.openPane(["sleep", "1000"]);
    const name = async () => await server.tmux("display-message", "-p", "-t", id, "#{window_name}");
    for (const prefix of ["run ", "★", "#S", "#(touch x)", "a;", "-x ", "\\n", "'\"", "%H "]) {
      await server.tmux("rename-window", "-t", id, "fox");
      const ensure = () =>
        runFab(
          ["pane", "window-name", "ensure-prefix", "-L", server.label, "--json", "--", id, prefix],
          { env: server.env },
        );
      const first = await ensure();
      assertEquals([first.code, first.stderr], [0, ""], prefix);
      const report = JSON.parse(first.stdout);
      assertEquals(report, { pane: id, old: "fox", new: report.new, action: "renamed" });
      assertEquals(report.new.replaceAll("\\\\", "\\"), `${prefix}fox`);
      assertEquals(await name(), `${report.new}\n`);
      assertEquals(JSON.parse((await ensure()).stdout).action, "noop", prefix);
      const replaced = await runFab(
        ["pane", "window-name", "replace-prefix", "-L", server.label, "--", id, prefix, ""],
        { env: server.env },
      );
      assertEquals([replaced.code, replaced.stderr], [0, ""], prefix);
      assertEquals(await name(), "fox\n", prefix);
    }
  });
});

Deno.test("window name: a window that a person renamed is left alone", async () => {
  await withTmux(async (server) => {
    const id = await server.openPane(["sleep", "1000"]);
    await server.tmux("rename-window", "-t", id, "run fox");
    const replace = (...args: readonly string[]) =>
      pane(server, "window-name", "replace-prefix", id, ...args);
    assertEquals(await replace("run ", "done "), {
      code: 0,
      stdout: "renamed: run fox -> done fox\n",
      stderr: "",
    });
    assertEquals(await replace("run ", "done "), { code: 0, stdout: "", stderr: "" });
    assertEquals(JSON.parse((await replace("run ", "x", "--json")).stdout), {
      pane: id,
      old: "done fox",
      new: "done fox",
      action: "noop",
    });
    const empty = await replace("", "x");
    assertEquals([empty.code, empty.stdout], [3, ""]);
    assertMatch(empty.stderr, /^fab: .*usage: fab pane window-name replace-prefix .*\n$/);
    const missing = await pane(server, "window-name", "ensure-prefix", "%99", "x");
    assertEquals(missing, { code: 2, stdout: "", stderr: "fab: pane %99 not found\n" });
  });
});

Deno.test("process: a wrapped agent, its end, and a pane that is dead", async () => {
  await withTmux(async (server) => {
    const agent = `${server.directory}/claude`;
    await Deno.copyFile("/bin/sleep", agent);
    await Deno.chmod(agent, 0o755);
    const line = `'${agent}' 1000 & echo $! >'${server.directory}/pid'; wait; exec sleep 1000`;
    const id = await server.openPane(["sh", "-c", line]);
    const tree = async () => JSON.parse((await pane(server, "process", id, "--json")).stdout);
    const running = await poll(
      async () => {
        const found = await tree();
        return found.has_agent ? found : null;
      },
      { failure: () => server.screens() },
    );
    const [root] = running.processes;
    assertEquals(Object.keys(running), ["pane", "pane_pid", "processes", "has_agent"]);
    assertEquals([running.pane, root.pid], [id, running.pane_pid]);
    assertEquals([root.comm, root.classification, root.children.length], ["sh", "other", 1]);
    assertEquals(root.children[0], {
      pid: Number(await Deno.readTextFile(`${server.directory}/pid`)),
      ppid: root.pid,
      comm: "claude",
      cmdline: `${agent} 1000`,
      classification: "agent",
      children: [],
    });
    assertMatch((await pane(server, "process", id)).stdout, /^pane: %\d+\nagent: running\n/);
    Deno.kill(root.children[0].pid, "SIGTERM");
    await poll(async () => (await tree()).has_agent ? null : true, {
      failure: () => server.screens(),
    });
    await server.tmux("set-option", "-g", "remain-on-exit", "on");
    Deno.kill(running.pane_pid, "SIGKILL");
    const dead = await poll(async () => {
      const found = await tree();
      return found.processes.length === 0 ? found : null;
    }, { failure: () => server.screens() });
    assertEquals(dead.has_agent, false);
    assertMatch((await pane(server, "process", id)).stdout, /^pane: %\d+\nagent: none\n$/);
    assertEquals((await pane(server, "process", "%99")).code, 2);
  });
});

Deno.test("process: names and arguments that look like something else", async () => {
  await withTmux(async (server) => {
    const odd = `${server.directory}/a) S 1 (b`;
    await Deno.copyFile("/bin/sleep", odd);
    await Deno.chmod(odd, 0o755);
    const id = await server.openPane([odd, "1000"]);
    const found = await poll(async () => {
      const { processes: [root] } = JSON.parse(
        (await pane(server, "process", id, "--json")).stdout,
      );
      return root.comm === "a) S 1 (b" ? root : null;
    }, { failure: () => server.screens() });
    assertEquals([found.cmdline, found.classification], [`${odd} 1000`, "other"]);
  });
});

Deno.test("names and directories that look like styles stay data, wherever they go", async () => {
  await withTmux(async (server) => {
    for (const prefix of ["#[x] ", "##[fg=red]", "#[", "[#] #[a]#S "]) {
      const id = await server.openPane(["sleep", "1000"]);
      const before = (await server.tmux("display-message", "-p", "-t", id, "#{window_name}"))
        .trim();
      const result = await pane(server, "window-name", "ensure-prefix", id, prefix);
      assertEquals([result.code, result.stderr], [0, ""], prefix);
      const names = await server.tmux("list-windows", "-a", "-F", "#{window_name}");
      assert(names.split("\n").includes(`${prefix}${before}`), names);
      const away = await pane(server, "window-name", "replace-prefix", id, prefix, "");
      assertEquals([away.code, away.stderr], [0, ""], prefix);
    }
    const directory = `${await Deno.realPath(server.directory)}/#[x] #S`;
    await Deno.mkdir(`${directory}/fab/project`, { recursive: true });
    await Deno.writeTextFile(
      `${directory}/fab/project/config.yaml`,
      "agent: {session: nap}\nproviders: {nap: {interactive_command: sleep 1000}}\n",
    );
    const spawned = await runFab(["spawn", "-n", "#[y] n", "-L", server.label], {
      cwd: directory,
      env: server.env,
    });
    assertEquals([spawned.code, spawned.stderr], [0, ""]);
    const opened = await runFab(["pane", "open", "--provider", "nap", "-L", server.label], {
      cwd: directory,
      env: server.env,
    });
    assertEquals([opened.code, opened.stderr], [0, ""]);
  });
});

Deno.test("open: a split leaves a window zoomed that a person zoomed, and zooms none", async () => {
  await withTmux(async (server) => {
    const zoomed = async () =>
      (await server.tmux("display-message", "-p", "-t", "%0", "#{window_zoomed_flag} #{pane_id}"))
        .trim();
    const root = `${server.directory}/project`;
    await Deno.mkdir(`${root}/fab/project`, { recursive: true });
    await Deno.writeTextFile(
      `${root}/fab/project/config.yaml`,
      "providers: {nap: {interactive_command: sleep 1000}}\n",
    );
    const split = async () => {
      const result = await runFab(
        ["pane", "open", "--provider", "nap", "--split", "-t", "%0", "-L", server.label],
        { cwd: root, env: server.env },
      );
      assertEquals([result.code, result.stderr], [0, ""]);
    };
    await split();
    assertEquals(await zoomed(), "0 %0");
    await server.tmux("resize-pane", "-Z", "-t", "%0");
    await split();
    assertEquals(await zoomed(), "1 %0");
    const gone = await runFab(
      ["pane", "open", "--provider", "nap", "--split", "-t", "%99", "-L", server.label],
      { cwd: root, env: server.env },
    );
    assertEquals(gone, { code: 2, stdout: "", stderr: "fab: pane %99 not found\n" });
  });
});
