import { assertEquals, assertLessOrEqual, assertMatch } from "@std/assert";
import { watchPrograms } from "./helpers/counted.ts";
import { BOX, DIALOG, openPainted, paintedCommand, paintedIn } from "./helpers/painted_agent.ts";
import { paneConfig, withPaneWorkers } from "./helpers/pane_workers.ts";
import { fabOn } from "./helpers/pane_program.ts";
import { programArgv } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** Three agents whose state no hook wrote: at work, waiting, idle. */
async function threeAgents(server: TmuxServer) {
  const [active, waiting, idle] = [
    await openPainted(server, "claude"),
    await openPainted(server, "claude"),
    await openPainted(server, "claude"),
  ] as const;
  await active.paint({ title: "⠂ fix it", rows: BOX });
  await waiting.paint({ title: "✳ fix it", rows: DIALOG });
  await idle.paint({ title: "✳ fix it", rows: BOX });
  return { active, waiting, idle };
}

Deno.test("seen: the map tells what is seen apart from what a hook wrote", () =>
  withTmux(async (server) => {
    const { active, waiting, idle } = await threeAgents(server);
    const map = async (...flags: readonly string[]) =>
      await fabOn(server, ["pane", "map", "--all-sessions", ...flags]);
    const words = (text: string) =>
      text.split("\n").filter((row) => row.includes("%")).map((row) =>
        row.trim().split(/ {2,}/).at(-1)
      );
    const table = words((await map()).stdout);
    assertEquals(table.slice(0, 3), ["—", "~active", "~waiting"]);
    assertMatch(table[3] ?? "", /^~idle \(\d+s\)$/);
    assertEquals(new Set(words((await map("--hooks-only")).stdout)), new Set(["—"]));

    await server.setOption(idle.pane, "@rk_pane_agent_state", "waiting:1");
    const rows: Record<string, unknown>[] = JSON.parse((await map("--json")).stdout);
    const said = rows.map((row) => [row["pane"], row["agent_state"], row["seen_state"]]);
    assertEquals(said.slice(1), [
      [active.pane, null, "active"],
      [waiting.pane, null, "waiting"],
      [idle.pane, "waiting", null],
    ]);
    assertEquals(rows[1]?.["seen_by"], "title says active");
  }));

Deno.test("seen: a map stays at three subprocesses", () =>
  withTmux(async (server) => {
    const { active } = await threeAgents(server);
    const wrote = await server.openPane(["sleep", "1000"]);
    await server.setOption(wrote, "@rk_pane_agent_state", "idle:1");
    const socket = await server.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    const row = {
      ...{ session: "keeper", session_id: "$0", window_index: 0, window_id: "@0" },
      ...{ window_name: "n", window_active: true, pane: active.pane, pane_index: 0 },
      ...{ pane_active: true, command: "claude", cwd: "/" },
      ...{ agent_state: null, agent_state_duration: null },
    };
    const session = (await server.tmux("display-message", "-p", "#{session_name}")).trim();
    const count = async (rk: string | null) => {
      const directory = await Deno.makeTempDir({ dir: server.directory });
      const watched = await watchPrograms(directory, {
        ...{ tmux: null, git: null, sh: null, ps: null },
        ...(rk === null ? {} : { rk }),
      });
      const { stdout } = await fabOn(server, ["pane", "map", "--json"], {
        env: { TMUX: socket.trim(), TMUX_PANE: active.pane, PATH: watched.path },
      });
      const rows: Record<string, unknown>[] = JSON.parse(stdout);
      const seen = rows.find(({ pane }) => pane === active.pane)?.["seen_state"];
      assertEquals(seen, "active", rk ?? "without rk");
      return (await watched.calls()).length;
    };
    // One tmux, and one more where its server is not spoken to over its socket.
    const told = await count(null);
    assertLessOrEqual(told, 2);
    assertEquals(await count("exit 1"), told + 1);
    assertLessOrEqual(await count(`echo '${JSON.stringify([{ ...row, session }])}'`), 3);
    await server.tmux("set-option", "-g", "@rk_pane_agent_state", "");
    await server.tmux("set-option", "-w", "-t", wrote, "@rk_pane_agent_state", "active:1");
    assertLessOrEqual(await count(null), 3);
  }));

Deno.test("seen: the status line follows what is seen", () =>
  withTmux(async (server) => {
    const { active, idle } = await threeAgents(server);
    const line = await server.openPane([
      ...programArgv(),
      ...["pane", "watch", "--line", "--all-sessions", "-L", server.label],
    ]);
    await server.waitFor(line, /^~1 waiting · ~1 active · ~1 idle$/m);
    await active.paint({ title: "✳ fix it", rows: BOX });
    await server.waitFor(line, /^~1 waiting · ~2 idle$/m);
    await server.setOption(idle.pane, "@rk_pane_agent_state", "active:1");
    await server.waitFor(line, /^~1 waiting · 1 active · ~1 idle$/m);
  }));

Deno.test("seen: await ends with the state that is seen, and not before it is", () =>
  withTmux(async (server) => {
    const agent = await openPainted(server, "claude");
    await agent.paint({ title: "⠂ fix it", rows: BOX });
    let ended = false;
    const waiting = fabOn(server, ["pane", "await", agent.pane, "--until", "idle"])
      .finally(() => ended = true);
    const stalled = await fabOn(server, [
      ...["pane", "await", agent.pane, "--until", "idle", "--stalled", "1"],
    ]);
    assertEquals([stalled.code, stalled.stdout], [0, "stalled\n"]);
    assertEquals(ended, false);
    const paintedAt = performance.now();
    await agent.paint({ title: "✳ fix it", rows: BOX });
    const { code, stdout, stderr } = await waiting;
    assertEquals([code, stdout], [0, "idle\n"]);
    assertMatch(stderr, /^fab: no hook wrote the state of pane %\d+; it is what is seen/);
    assertLessOrEqual(performance.now() - paintedAt, 2500);
    await agent.paint({ title: "⠂ fix it", rows: BOX });
    const hooks = ["--hooks-only", "--timeout", "1"];
    const none = await fabOn(server, ["pane", "await", agent.pane, "--until", "active", ...hooks]);
    assertEquals([none.stdout, none.stderr], ["running\n", ""]);
  }));

Deno.test("seen: send refuses an agent that is seen at work, or asking", () =>
  withTmux(async (server) => {
    const agent = await openPainted(server, "claude");
    const send = async (...flags: readonly string[]) =>
      await fabOn(server, ["pane", "send", agent.pane, "hello", ...flags]);
    await agent.paint({ title: "⠂ fix it", rows: BOX });
    const busy = await send();
    assertEquals([busy.code, busy.stdout], [1, ""]);
    assertMatch(
      busy.stderr,
      /^fab: busy: pane %\d+ is active; .*\(as it is seen: title says active\)\n$/,
    );
    const held = await send("--hold", "0.5");
    assertMatch(
      held.stderr,
      /^fab: busy: pane %\d+ is still active after 0\.5 s; nothing was sent\n$/,
    );
    await agent.paint({ title: "✳ fix it", rows: DIALOG });
    assertMatch((await send()).stderr, /^fab: busy: pane %\d+ is waiting for an answer; /);
  }));

Deno.test("seen: the status of a worker whose agent waits for a person", () =>
  withPaneWorkers(async ({ repo, server, inside }) => {
    await repo.configure(paneConfig(server.directory, {
      agent: { workers: "mine" },
      providers: { mine: { interactive_command: paintedCommand("claude") } },
    }));
    const line = await repo.ok(["open", "ab12", "apply"], { ...inside, stdin: "x" });
    const agent = await paintedIn(server, /%\d+/.exec(line)?.[0] ?? "");
    const status = async (...flags: readonly string[]) =>
      await repo.ok(["status", "ab12", "apply", ...flags], inside);
    await agent.paint({ title: "✳ fix it", rows: DIALOG });
    assertEquals(await status(), "running, waiting\n");
    const { state, agent_state, seen_state } = JSON.parse(await status("--json"));
    assertEquals([state, agent_state, seen_state], ["running", null, "waiting"]);
    await agent.paint({ title: "✳ fix it", rows: BOX });
    assertEquals(await status(), "running\n");
  }));
