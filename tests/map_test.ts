import { assertEquals, assertLessOrEqual, assertMatch } from "@std/assert";
import { watchPrograms } from "./helpers/counted.ts";
import { runFab } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

type Row = Readonly<Record<string, unknown>>;

/** The map as JSON, by pane; fails unless it ended well. */
async function map(
  server: TmuxServer,
  flags: readonly string[] = ["--all-sessions"],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, Row>> {
  const result = await runFab(["pane", "map", "--json", "-L", server.label, ...flags], {
    env: { ...server.env, ...env },
  });
  assertEquals({ code: result.code, stderr: result.stderr }, { code: 0, stderr: "" });
  const rows: Row[] = JSON.parse(result.stdout);
  const byPane = new Map(rows.map((row) => [String(row["pane"]), row]));
  assertEquals(byPane.size, rows.length, "one row a pane");
  return byPane;
}

/** The ambient variables of a process in this pane. */
async function inside(server: TmuxServer, pane: string): Promise<Readonly<Record<string, string>>> {
  const socket = await server.tmux("display-message", "-p", "#{socket_path},#{pid},0");
  return { TMUX: socket.trim(), TMUX_PANE: pane };
}

async function git(directory: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", {
    args: ["-C", directory, "-c", "user.name=t", "-c", "user.email=t@t", ...args],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** A repository with an active change, a linked worktree beside it and one inside. */
async function repository(at: string): Promise<void> {
  const change = `${at}/fab/changes/260704-ab12-add-login`;
  await Deno.mkdir(change, { recursive: true });
  await git(at, "init", "-q");
  await git(at, "commit", "-q", "--allow-empty", "-m", "x");
  await git(at, "worktree", "add", "-q", `${at}.worktrees/fox`);
  await git(at, "worktree", "add", "-q", `${at}/.wt/owl`);
  await Deno.mkdir(`${at}.worktrees/fox/fab`);
  await Deno.writeTextFile(
    `${change}/.status.yaml`,
    "progress:\n  intake: done\n  apply: active\n  review: pending\nprs:\n" +
      "  - https://github.com/o/r/pull/41\n  - https://github.com/o/r/pull/42\n",
  );
  await Deno.symlink(
    "fab/changes/260704-ab12-add-login/.status.yaml",
    `${at}/.fab-status.yaml`,
  );
}

Deno.test("map: worktrees, changes and pull requests, from directories of every kind", async () => {
  await withTmux(async (server) => {
    const base = await Deno.realPath(server.directory);
    const repo = `${base}/repo`;
    await Deno.mkdir(repo);
    await repository(repo);
    const open = async (cwd: string) => await server.openPane(["sleep", "1000"], { cwd });
    const deep = `${repo}/src/deep`;
    await Deno.mkdir(deep, { recursive: true });
    const gone = `${base}/gone`;
    await Deno.mkdir(gone);
    const broken = `${base}/broken`;
    await Deno.mkdir(broken);
    await Deno.writeTextFile(`${broken}/.git`, `gitdir: ${base}/nowhere/.git/worktrees/x\n`);
    const loop = `${base}/loop`;
    await Deno.mkdir(loop);
    await Deno.symlink(".git", `${loop}/.git`);
    const panes = {
      main: await open(repo),
      deep: await open(deep),
      fox: await open(`${repo}.worktrees/fox`),
      owl: await open(`${repo}/.wt/owl`),
      gone: await open(gone),
      broken: await open(broken),
      loop: await open(loop),
    };
    await Deno.remove(gone);
    const rows = await map(server);
    const shown = (pane: string, ...keys: readonly string[]) =>
      keys.map((key) => rows.get(pane)?.[key]);
    for (const pane of [panes.main, panes.deep]) {
      assertEquals(
        shown(pane, "worktree", "repo", "change", "stage", "display_state", "pr_url", "pr_number"),
        [
          "(main)",
          repo,
          "260704-ab12-add-login",
          "apply",
          "active",
          "https://github.com/o/r/pull/42",
          42,
        ],
      );
    }
    assertEquals(shown(panes.fox, "worktree", "repo", "change", "stage", "pr_url"), [
      "repo.worktrees/fox/",
      repo,
      null,
      null,
      null,
    ]);
    assertEquals(shown(panes.owl, "worktree", "repo"), ["repo/.wt/owl/", repo]);
    assertEquals(shown(panes.gone, "worktree", "repo"), ["gone/", null]);
    assertEquals(shown(panes.broken, "worktree", "repo"), ["broken/", null]);
    assertEquals(shown(panes.loop, "worktree", "repo"), ["loop/", null]);
    const table = await runFab(["pane", "map", "--all-sessions", "-L", server.label], {
      env: server.env,
    });
    const line = (pane: string) =>
      table.stdout.split("\n").find((line) => line.split(/\s+/)[1] === pane) ?? "";
    assertMatch(line(panes.main), /\(main\)\s+260704-ab12-add-login\s+apply\s+—$/);
    assertMatch(line(panes.fox), /repo\.worktrees\/fox\/\s+\(no change\)\s+—\s+—$/);
    assertMatch(line(panes.owl), /repo\/\.wt\/owl\/\s+—\s+—\s+—$/);
  });
});

Deno.test("map: keys of a row, in their order", async () => {
  await withTmux(async (server) => {
    const rows = await map(server);
    assertEquals(
      Object.keys([...rows.values()][0] ?? {}).join(" "),
      "session window_index window_id pane tab worktree repo change stage display_state " +
        "agent_state agent_idle_duration pr_url pr_number cwd command server " +
        "seen_state seen_by seen_since progress fab_worktree",
    );
  });
});

Deno.test("map: state is the pane's own and equals capture's, wherever else it is set", async () => {
  await withTmux(async (server) => {
    const since = Math.floor(Date.now() / 1000) - 7300;
    const own: Record<string, string | null> = {};
    const open = async (state: string | null, values: Readonly<Record<string, string>>) => {
      const pane = await server.openPane(["sleep", "1000"]);
      for (const [name, value] of Object.entries(values)) await server.setOption(pane, name, value);
      own[pane] = state;
      return pane;
    };
    const canonical = "@rk_pane_agent_state";
    const legacy = "@rk_agent_state";
    await open("active", { [canonical]: "active:1" });
    const split = await open("waiting", { [canonical]: "waiting:1:42", [legacy]: "idle:1" });
    await server.tmux("split-window", "-d", "-t", split, "sleep 1000");
    await open("idle", { [legacy]: `idle:${since}` });
    await open(null, { [canonical]: "bogus:1", [legacy]: "idle:1" });
    await open("idle", { [canonical]: "", [legacy]: `idle:${since}` });
    await open(null, { [canonical]: "idle:1\nactive:2" });
    const windowOnly = await open(null, {});
    const check = async (where: string) => {
      for (const [pane, row] of await map(server)) {
        assertEquals(row["agent_state"], own[pane] ?? null, `${pane}: ${where}`);
        const captured = await runFab(["pane", "capture", pane, "--json", "-L", server.label], {
          env: server.env,
        });
        const { agent_state, agent_idle_duration } = JSON.parse(captured.stdout);
        assertEquals(
          [row["agent_state"], row["agent_idle_duration"]],
          [agent_state, agent_idle_duration],
          `${pane}: ${where}`,
        );
      }
    };
    await check("panes only");
    await server.tmux("set-option", "-w", "-t", windowOnly, canonical, "active:1");
    await server.tmux("set-option", "-w", "-t", split, legacy, "active:1");
    await server.tmux("set-option", "-t", "keeper:", canonical, "active:1");
    await server.tmux("set-option", "-g", legacy, "active:1");
    await check("window, session and global as well");
  });
});

Deno.test("map: any name and any path is one whole row, in any locale", async () => {
  await withTmux(async (server) => {
    const base = await Deno.realPath(server.directory);
    const names = [
      "tab\there",
      "new\nline",
      "#S#{pane_id}#(date)",
      `it's "q"`,
      "语 👍🏽 é",
      "a;b",
      "-x",
    ];
    const paths = new Map<string, string>();
    for (const name of names) {
      const cwd = `${base}/${name}`;
      await Deno.mkdir(cwd);
      paths.set(await server.openPane(["sleep", "1000"], { cwd }), cwd);
    }
    const named = await server.openPane(["sleep", "1000"]);
    await server.tmux("rename-window", "-t", named, "语\tb|##S");
    for (const env of [{ LC_ALL: "C" }, { LC_ALL: "", LANG: "" }, { LC_ALL: "C.UTF-8" }]) {
      const rows = await map(server, ["--all-sessions"], env);
      assertEquals(rows.size, names.length + 2);
      for (const [pane, cwd] of paths) {
        assertEquals(rows.get(pane)?.["cwd"], cwd);
        assertEquals(rows.get(pane)?.["worktree"], `${cwd.slice(base.length + 1)}/`);
      }
      assertMatch(String(rows.get(named)?.["tab"]), /^语(\t|\\t|\\011)b\|#S$/);
    }
    const table = await runFab(["pane", "map", "--all-sessions", "-L", server.label], {
      env: server.env,
    });
    assertEquals(table.stdout.split("\n").length, names.length + 2 + 2, table.stdout);
  });
});

Deno.test("map: the current session, a named one, all; a linked window once", async () => {
  await withTmux(async (server) => {
    const pane = await server.openPane(["sleep", "1000"]);
    await server.tmux("new-session", "-d", "-s", "other one", "sleep 1000");
    await server.tmux("link-window", "-s", "keeper:0", "-t", "other one:9");
    const sessions = async (flags: readonly string[], env = {}) =>
      [...(await map(server, flags, env)).values()].map((row) => row["session"]);
    const ambient = await inside(server, pane);
    assertEquals(await sessions([], ambient), ["keeper", "keeper"]);
    const id = await server.tmux("display-message", "-p", "-t", "other one", "#{session_id}");
    const statusLine = { TMUX: ambient["TMUX"]!.replace(/0$/, id.trim().slice(1)) };
    assertEquals(await sessions([], statusLine), ["other one", "other one"]);
    assertEquals(await sessions(["--session", "other one"]), ["other one", "other one"]);
    assertEquals((await sessions(["--all-sessions"])).length, 3);
    for (const name of ["none", "keep", "k*", "other"]) {
      const none = await runFab(["pane", "map", "--session", name, "-L", server.label], {
        env: server.env,
      });
      const words = `fab: can't find session: ${name} (there are: keeper, other one)\n`;
      assertEquals(none, { code: 3, stdout: "", stderr: words });
    }
    const outside = await runFab(["pane", "map", "-L", server.label], { env: server.env });
    assertEquals(outside, {
      code: 1,
      stdout: "",
      stderr: "fab: not inside a tmux session; give --session <name> or --all-sessions\n",
    });
    const elsewhere = await runFab(["pane", "map", "-L", "another"], {
      env: { ...server.env, ...ambient },
    });
    assertEquals([elsewhere.code, elsewhere.stdout], [1, ""]);
  });
});

Deno.test("map: at most three subprocesses, with rk, without, and with an rk that fails", async () => {
  await withTmux(async (server) => {
    for (let count = 0; count < 12; count++) {
      const pane = await server.openPane(["sleep", "1000"]);
      await server.setOption(pane, "@rk_pane_agent_state", "idle:1");
    }
    const ambient = await inside(server, "%0");
    const count = async (rk: string | null, leak: boolean) => {
      const directory = await Deno.makeTempDir({ dir: server.directory });
      const watched = await watchPrograms(directory, {
        tmux: null,
        git: null,
        sh: null,
        cat: null,
        ...(rk === null ? {} : { rk }),
      });
      if (leak) await server.tmux("set-option", "-g", "@rk_pane_agent_state", "active:1");
      const rows = await map(server, [], { ...ambient, PATH: watched.path });
      assertEquals(rows.get("%3")?.["agent_state"], "idle");
      assertEquals(rows.get("%0")?.["agent_state"], null);
      return await watched.calls();
    };
    const programs = (calls: readonly string[]) => calls.map((call) => call.split(" ")[0]);
    // One tmux, and one more where its server is not spoken to over its socket.
    const told = programs(await count(null, false));
    assertEquals(told, ["tmux", "tmux"].slice(0, told.length));
    assertEquals(programs(await count("exit 1", false)), ["rk", ...told]);
    assertLessOrEqual((await count(null, true)).length, 3);
    assertLessOrEqual((await count("echo '[{}]'", true)).length, 3);
  });
});

const RK_ROW = {
  session: "keeper",
  session_id: "$0",
  window_index: 0,
  window_id: "@0",
  window_name: "n",
  window_active: true,
  pane: "%0",
  pane_index: 0,
  pane_active: true,
  command: "node",
  cwd: "/",
  agent_state: "idle",
  agent_state_duration: "9m",
};

Deno.test("map: rk's rows are taken as they are, and filtered by session", async () => {
  await withTmux(async (server) => {
    await server.setOption("%0", "@rk_pane_agent_state", "active:1");
    const answer = JSON.stringify([
      RK_ROW,
      { ...RK_ROW, pane: "%7", session: "else", agent_state: "gone" },
      { ...RK_ROW, pane: "%8", agent_state: "active" },
    ]);
    const watched = await watchPrograms(server.directory, {
      tmux: null,
      rk: `cat <<'END'\n${answer}\nEND`,
    });
    const env = { ...await inside(server, "%0"), PATH: watched.path };
    const states = async (flags: readonly string[]) =>
      [...await map(server, flags, env)].map(([pane, row]) =>
        `${pane} ${row["agent_state"]} ${row["agent_idle_duration"]}`
      );
    assertEquals(await states([]), ["%0 idle 9m", "%8 active null"]);
    assertEquals((await watched.calls()).length, 2);
    assertMatch((await watched.calls())[0] ?? "", /^rk mux panes --json -L fabtest-\S+ $/);
    assertEquals(await states(["--all-sessions"]), [
      "%0 idle 9m",
      "%7 null null",
      "%8 active null",
    ]);
    assertEquals(await states(["--session", "else"]), ["%7 null null"]);
  });
});

Deno.test("map: an rk that fails, lies or hangs is as none, without a word", async () => {
  await withTmux(async (server) => {
    await server.setOption("%0", "@rk_pane_agent_state", "waiting:1");
    const scripts = [
      "echo 'unknown command' >&2; exit 2",
      "echo nonsense",
      "echo '{}'",
      `echo '[{"pane":"%0"}]'`,
      "kill -9 $$",
      "sleep 30",
    ];
    for (const [index, rk] of scripts.entries()) {
      const directory = `${server.directory}/${index}`;
      await Deno.mkdir(directory);
      const watched = await watchPrograms(directory, { rk });
      const started = performance.now();
      const rows = await map(server, ["--all-sessions"], { PATH: watched.path });
      assertEquals(rows.get("%0")?.["agent_state"], "waiting", rk);
      assertEquals((await watched.calls()).length, 1);
      assertLessOrEqual(performance.now() - started, 6000, "the limit is two seconds");
    }
  });
});

Deno.test("map: wrong use, and no server", async () => {
  await withTmux(async (server) => {
    const run = (...args: readonly string[]) =>
      runFab(["pane", "map", ...args], { env: server.env });
    for (const args of [["--session", "a", "--all-sessions"], ["--session="], ["%0"], ["--jsn"]]) {
      const result = await run("-L", server.label, ...args);
      assertEquals([result.code, result.stdout], [2, ""], args.join(" "));
      assertMatch(result.stderr, /^fab: .+\n$/);
    }
    const none = await run("--all-sessions", "-L", "no-such-server", "--json");
    assertEquals([none.code, none.stdout], [3, ""]);
    assertMatch(none.stderr, /^fab: no tmux server \(server no-such-server\): .*\n$/);
  });
});

Deno.test("the server by its socket, and before the command, wherever -L goes", () =>
  withTmux(async (server) => {
    const socket = (await server.tmux("display-message", "-p", "#{socket_path}")).trim();
    const folder = socket.slice(0, socket.lastIndexOf("/"));
    const row = { pane: "%0", server: socket };
    const lines: readonly (readonly [readonly string[], Partial<typeof row>])[] = [
      [["-L", server.label, "pane", "map", "--all-sessions"], { pane: "%0", server: server.label }],
      [["pane", "-L", server.label, "map", "--all-sessions"], { pane: "%0", server: server.label }],
      [["-S", socket, "pane", "map", "--all-sessions"], row],
      [["pane", "map", "--all-sessions", "-S", `./${socket.slice(folder.length + 1)}`], row],
    ];
    for (const [line, expected] of lines) {
      const { code, stdout, stderr } = await runFab([...line, "--json"], {
        cwd: folder,
        env: server.env,
      });
      assertEquals([code, stderr], [0, ""], line.join(" "));
      const [first] = JSON.parse(stdout);
      assertEquals({ pane: first.pane, server: first.server }, expected, line.join(" "));
    }
    const captured = await runFab(["pane", "-S", socket, "capture", "%0", "--raw"], server);
    assertEquals([captured.code, captured.stderr], [0, ""]);
    const doctor = await runFab(["doctor", "-S", socket], server);
    assertMatch(doctor.stdout, /agent state +none of 1 pane reports it/);
    const nowhere = await runFab(["pane", "map", "--all-sessions", "-S", `${folder}/none`], server);
    assertEquals([nowhere.code, nowhere.stdout], [3, ""]);
    assertMatch(nowhere.stderr, /^fab: no tmux server \(server \/.*\/none\): /);
  }));
