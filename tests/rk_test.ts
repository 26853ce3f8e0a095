/**
 * What `fab` asks rk for, word for word, and that it answers alike without.
 *
 * @module
 */

import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { watchPrograms } from "./helpers/counted.ts";
import { BAD_RKS, GOOD_RK } from "./helpers/fake_rk.ts";
import { type ProgramResult, runFab } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const STATE = "@rk_pane_agent_state";

/** Runs `fab pane <words>` with this rk, or with none, and tells what rk was asked. */
async function withRk(
  server: TmuxServer,
  rk: string | null,
  words: readonly string[],
): Promise<{ readonly result: ProgramResult; readonly asked: readonly string[] }> {
  const directory = await Deno.makeTempDir({ dir: server.directory });
  const watched = await watchPrograms(directory, rk === null ? {} : { rk });
  const env = { ...server.env, PATH: rk === null ? server.env["PATH"] : watched.path };
  const result = await runFab(["pane", ...words], { env, timeoutMs: 60_000 });
  return { result, asked: (await watched.calls()).map((call) => call.trim()) };
}

/** Two panes: one idle, one that waits. */
async function twoPanes(server: TmuxServer) {
  const idle = (await server.openSim("framed", { busyMs: 0 })).pane;
  const waiting = await server.openPane(["cat"]);
  await server.setOption(idle, STATE, "idle:1");
  await server.setOption(waiting, STATE, "waiting:1");
  return { idle, waiting };
}

Deno.test("rk: each delegation's words, and the same answer without rk", async () => {
  await withTmux(async (server) => {
    const { idle, waiting } = await twoPanes(server);
    const here = ["-L", server.label];
    const L = `-L ${server.label}`;
    const file = `${server.directory}/there`;
    await Deno.writeTextFile(file, "");
    const cases: readonly [readonly string[], readonly string[]][] = [
      [["ready", idle], [`rk mux await ${idle} --ready ${L}`]],
      [["await", idle], [`rk mux await ${idle} --until idle,waiting ${L}`]],
      [["await", waiting, "--until=waiting"], [`rk mux await ${waiting} --until waiting ${L}`]],
      [["await", idle, "--file", file], [`rk mux await ${idle} --file ${file} ${L}`]],
      [
        ["await", idle, "--until=active", "--timeout=1"],
        [`rk mux await ${idle} --until active --timeout 1 ${L}`],
      ],
      [["send", idle, "hello"], [`rk mux send ${idle} ${L} -- hello`]],
      [["send", waiting, "hello"], []],
      [
        ["send", waiting, "--answer", "--key=y", "--key=Enter"],
        [`rk mux send ${waiting} --key y --key Enter --answer ${L}`],
      ],
      // What rk knows nothing of is never asked of it.
      [["await", idle, waiting, "--all"], []],
      [["await", idle, "--pattern", "sim"], []],
      [["await", idle, "--exit", "--timeout=0.2"], []],
      [["await", idle, "--until=active", "--timeout=0.2"], []],
      [["await", "%99"], []],
      [["capture", waiting, "--json"], []],
      [["process", waiting, "--json"], []],
      [["kill", waiting], []],
      [["window-name", "ensure-prefix", idle, "deno"], []],
    ];
    for (const [words, asked] of cases) {
      const by = await withRk(server, GOOD_RK, [...words, ...here]);
      const alone = await withRk(server, null, [...words, ...here]);
      const what = JSON.stringify({ words, by, alone });
      assertEquals(by.asked, asked, what);
      assertEquals(
        [by.result.code, by.result.stdout],
        // Of keys rk says that they were delivered, and its words are passed on.
        [alone.result.code, alone.result.stdout.replace(/^sent /, "delivered ")],
        what,
      );
    }
  });
});

Deno.test("rk: the map is the same by rk and without", async () => {
  await withTmux(async (server) => {
    const { idle } = await twoPanes(server);
    const words = ["map", "--all-sessions", "--json", "-L", server.label];
    const rows = async (rk: string | null) => {
      const { result } = await withRk(server, rk, words);
      const panes = JSON.parse(result.stdout) as Record<string, unknown>[];
      // rk tells how long an agent is idle; this one does not.
      return panes.map((row): Record<string, unknown> => ({ ...row, agent_idle_duration: null }));
    };
    const by = await rows(GOOD_RK);
    assertEquals(by, await rows(null));
    assertEquals(by.find((row) => row["pane"] === idle)?.["agent_state"], "idle");
  });
});

Deno.test("rk: one that can't be asked is as none, without a word", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    await server.setOption(sim.pane, STATE, "idle:1");
    const answers: readonly [readonly string[], string][] = [
      [["ready", sim.pane], "ready\n"],
      [["await", sim.pane, "--timeout=2"], "idle\n"],
      [["send", sim.pane, "hello"], `delivered ${sim.pane}\n`],
    ];
    for (const [name, rk] of Object.entries(BAD_RKS)) {
      for (const [words, stdout] of answers) {
        const { result, asked } = await withRk(server, rk, [...words, "-L", server.label]);
        assertEquals(result, { code: 0, stdout, stderr: "" }, `${name}: ${words}`);
        assertEquals(asked.length, 1);
      }
    }
    const log = await sim.log();
    assertEquals(log.messages.length, Object.keys(BAD_RKS).length);
  });
});

Deno.test("rk await: one that breaks off, lies or hangs leaves the wait to fab", async () => {
  await withTmux(async (server) => {
    const pane = await server.openPane(["cat"]);
    await server.setOption(pane, STATE, "idle:1");
    const scripts = [
      "kill -9 $$",
      "echo active",
      'echo \'{"state":"idle"}\'',
      "echo idle; exit 1",
      "echo 'tmux: bad socket' >&2; exit 3",
      "exec sleep 60",
    ];
    for (const rk of scripts) {
      const started = performance.now();
      const words = ["await", pane, "--until=idle", "--timeout=1", "-L", server.label];
      const { result } = await withRk(server, rk, words);
      assertEquals(result, { code: 0, stdout: "idle\n", stderr: "" }, rk);
      assertLess(performance.now() - started, 20_000, rk);
    }
    const extra = "echo 'a note' >&2; sleep 1; echo idle";
    const { result } = await withRk(server, extra, ["await", pane, "-L", server.label]);
    assertEquals(result, { code: 0, stdout: "idle\n", stderr: "" });
  });
});

Deno.test("rk await: a pane that dies meanwhile", async () => {
  await withTmux(async (server) => {
    const pane = await server.openPane(["cat"]);
    const kill = `tmux -L ${server.label} kill-pane -t ${pane}\n${GOOD_RK}`;
    const { result } = await withRk(server, kill, ["await", pane, "-L", server.label]);
    assertEquals(result, { code: 1, stdout: "gone\n", stderr: "" });
  });
});

Deno.test("rk send: a refusal is passed on, whatever fab itself would do", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed");
    await server.setOption(sim.pane, STATE, "idle:1");
    const send = (rk: string) =>
      withRk(server, rk, ["send", sim.pane, "hello", "-L", server.label]);
    const refused = await send("echo 'rk: pane busy' >&2; echo 'try later' >&2; exit 1");
    assertEquals(refused.result, {
      code: 1,
      stdout: "",
      stderr: "fab: rk: pane busy\nfab: try later\n",
    });
    const wordless = await send("exit 4");
    assertEquals([wordless.result.code, wordless.result.stdout], [4, ""]);
    assertMatch(wordless.result.stderr, /^fab: rk mux send failed without a word \(exit 4\)\n$/);
    const staged = await send(`echo 'staged' >&2; echo 'delivered ${sim.pane}'; exit 0`);
    assertEquals(staged.result, {
      code: 0,
      stdout: `delivered ${sim.pane}\n`,
      stderr: "fab: staged\n",
    });
    assertEquals((await sim.log()).messages, []);
  });
});

Deno.test("rk send: fab's guards stand before an rk that has none", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    const say = (...words: readonly string[]) =>
      withRk(server, GOOD_RK, ["send", sim.pane, ...words, "-L", server.label]);
    const refused = async (what: string, word: RegExp, words: readonly string[] = ["hello"]) => {
      const { result, asked } = await say(...words);
      assertEquals([result.code, result.stdout, asked], [1, "", []], what);
      assertMatch(result.stderr, word, what);
    };
    // The old option says idle, which a real rk goes by, and the canonical one is right.
    await server.setOption(sim.pane, "@rk_agent_state", "idle:1");
    await server.setOption(sim.pane, STATE, "active:1");
    await refused("active", /^fab: busy: pane %\d+ is active/);
    await server.setOption(sim.pane, STATE, "idle:1");

    await server.type(sim.pane, "my draft");
    await server.waitFor(sim.pane, "> my draft");
    await refused("a draft", /^fab: draft: /);
    await server.waitFor(sim.pane, "> my draft");
    const cleared = await say("hello", "--force");
    assertEquals([cleared.result.code, cleared.asked.length], [0, 1]);
    assertMatch(cleared.result.stderr, /cleared a draft from pane %\d+: my draft/);
    await sim.until("it alone", (log) => log.messages.length === 1);
    assertEquals((await sim.log()).messages, ["hello"]);

    for (const words of [["hello"], ["--key", "Enter"]]) {
      await server.tmux("select-pane", "-d", "-t", sim.pane);
      await refused("input off", /^fab: not ready: .*select-pane -e -t %/, words);
      await server.tmux("select-pane", "-e", "-t", sim.pane);
      await server.tmux("set-option", "-w", "-t", sim.pane, "synchronize-panes", "on");
      await refused("synchronised", /^fab: not ready: .*synchronize-panes off/, words);
      await server.tmux("set-option", "-w", "-t", sim.pane, "synchronize-panes", "off");
    }
    await server.tmux("copy-mode", "-t", sim.pane);
    assertEquals((await say("in copy mode")).result.code, 0);
    await sim.until("both", (log) => log.messages.length === 2);
    assertEquals((await sim.log()).messages, ["hello", "in copy mode"]);

    const shell = await server.openPane(["sh", "-c", "PS1='ready> ' exec sh -i"]);
    await server.waitFor(shell, "ready>");
    const trap = `touch ${server.directory}/trap`;
    for (const words of [[trap], ["--key", "Enter"]]) {
      const { result, asked } = await withRk(server, GOOD_RK, [
        ...["send", shell, ...words, "-L", server.label],
      ]);
      assertEquals([result.code, result.stdout, asked], [1, "", []], "a shell");
      assertMatch(result.stderr, /^fab: shell: /);
    }
    assertEquals(await server.capture(shell), "ready>");
  });
});

Deno.test("rk send: what rk may have sent is never sent again", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed");
    await server.setOption(sim.pane, STATE, "idle:1");
    const type = `tmux -L ${server.label} send-keys -t ${sim.pane} -l sent`;
    for (const end of ["kill -9 $$", "exit 0", "echo 'usage: rk'"]) {
      const { result } = await withRk(server, `${type}; ${end}`, [
        ...["send", sim.pane, "hello", "-L", server.label],
      ]);
      assertEquals([result.code, result.stdout], [1, ""], end);
      assertMatch(
        result.stderr,
        /^fab: unverified: rk .*; look at pane %\d+ before repeating\n---/,
      );
      await server.waitFor(sim.pane, /> sent\s/);
      await server.press(sim.pane, "BSpace", "BSpace", "BSpace", "BSpace");
      await server.waitFor(sim.pane, /> {5}/);
    }
    assertEquals((await sim.log()).messages, []);
  });
});

Deno.test("rk send --await: whole seconds are rk's, others are waited for here", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    await server.setOption(sim.pane, STATE, "idle:1");
    const L = `-L ${server.label}`;
    const send = (timeout: string) =>
      withRk(server, GOOD_RK, [
        ...["send", sim.pane, "hi", "--await=waiting", "--timeout", timeout, "-L", server.label],
      ]);
    const by = await send("2");
    assertEquals(by.asked, [`rk mux send ${sim.pane} --await=waiting --timeout 2 ${L} -- hi`]);
    assertEquals(by.result.stdout, `delivered ${sim.pane}\n`);
    const here = await send("0.5");
    assertEquals(here.asked, [`rk mux send ${sim.pane} ${L} -- hi`]);
    assertEquals(here.result, { code: 0, stdout: `delivered ${sim.pane}\nrunning\n`, stderr: "" });
    assertEquals((await sim.until("both", (log) => log.messages.length === 2)).messages, [
      "hi",
      "hi",
    ]);
  });
});
