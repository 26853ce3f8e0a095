import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { untilFile } from "./helpers/dispatch_repo.ts";
import { paneConfig, type PaneWorkers, withPaneWorkers } from "./helpers/pane_workers.ts";
import { runFab } from "./helpers/program.ts";
import { poll } from "./helpers/tmux_server.ts";

const RESULT = "echo 'status: ok' > .fab-dispatch/ab12/apply-result.yaml\n";

/** Opens a worker from the dispatcher's pane and returns its pane. */
async function open(
  { repo, inside }: PaneWorkers,
  prompt: string,
  stage = "apply",
): Promise<string> {
  const line = await repo.ok(["open", "ab12", stage], { ...inside, stdin: prompt });
  const pane = /\(pane (%\d+), split, title fab-ab12-/.exec(line)?.[1];
  assert(pane !== undefined, line);
  assertEquals(line, `opened ab12/${stage} (pane ${pane}, split, title fab-ab12-${stage})\n`);
  return pane;
}

/** Opens a worker, waits until it takes input, and delivers its prompt. */
async function openAndDeliver(workers: PaneWorkers, prompt: string, stage = "apply") {
  const pane = await open(workers, prompt, stage);
  const { repo, inside } = workers;
  assertEquals(await repo.ok(["ready", "ab12", stage, "--wait", "20"], inside), "ready\n");
  assertEquals(
    await repo.ok(["deliver", "ab12", stage], inside),
    `delivered ab12/${stage} (pane ${pane}, prompt .fab-dispatch/ab12/${stage}-prompt.md)\n`,
  );
  return pane;
}

async function status({ repo, inside }: PaneWorkers): Promise<Record<string, unknown>> {
  return JSON.parse(await repo.ok(["status", "ab12", "apply", "--json"], inside));
}

async function panes({ server }: PaneWorkers): Promise<readonly string[]> {
  return (await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).trim().split("\n");
}

Deno.test("a worker in a pane: opened, delivered to, done, reaped", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside, dispatcher, log } = workers;
    const prompt = `until [ -e go ]; do sleep 0.02; done\n${RESULT}`;
    const pane = await open(workers, prompt);
    const record = parse(await repo.read("apply.yaml") ?? "") as Record<string, unknown>;
    const panePid = Number(await server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
    assertEquals(Object.keys(record), [
      "spawn_cmd",
      "started_at",
      "pane",
      "window",
      "socket",
      "pane_pid",
    ]);
    assertEquals(record.pane, pane);
    assertEquals(record.window, "fab-ab12-apply");
    assertEquals(record.pane_pid, panePid);
    assertEquals(await repo.read("apply-prompt.md"), prompt);
    assertEquals(await repo.read("apply.log"), null);

    // The dispatcher keeps the focus and most of its window; the title is the worker's.
    const format =
      "#{pane_id} #{window_id} #{pane_width} #{pane_active} #{pane_title} #{pane_current_path}";
    const [own, other] = (await server.tmux("list-panes", "-t", dispatcher, "-F", format)).trim()
      .split("\n").map((row) => row.split(" "));
    assertEquals([own?.[0], own?.[3]], [dispatcher, "1"]);
    assertEquals([other?.[0], other?.[1], other?.[4], other?.[5]], [
      pane,
      own?.[1],
      "fab-ab12-apply",
      repo.root,
    ]);
    assertEquals(Math.round(Number(other?.[2]) / 2), 35);

    const opened = await status(workers);
    assertEquals(opened, {
      id: "ab12",
      stage: "apply",
      mode: "pane",
      state: "running",
      pane,
      window: "fab-ab12-apply",
      server: null,
      pid: null,
      delivered: false,
      started_at: record.started_at,
      exit_code: null,
      ...{ agent_state: null, seen_state: null, seen_by: null },
    });
    const socket = (await server.tmux("display-message", "-p", "#{socket_path}")).trim();
    const logs = await repo.ok(["logs", "ab12", "apply"], inside);
    assertEquals(logs, `fab pane capture ${pane} -S ${socket}\n`);
    assertEquals(JSON.parse(await repo.ok(["logs", "ab12", "apply", "--json"], inside)), {
      ...{ id: "ab12", stage: "apply", log: null, command: logs.trim() },
    });
    // The line works from anywhere: here without a server around.
    const words = logs.trim().split(" ").slice(1);
    const shown = await runFab(words, { env: { HOME: server.env["HOME"] } });
    assertEquals([shown.code, shown.stderr], [0, ""]);
    assertEquals(await repo.ok(["ready", "ab12", "apply", "--wait", "20"], inside), "ready\n");
    assertEquals(
      await repo.ok(["deliver", "ab12", "apply"], inside),
      `delivered ab12/apply (pane ${pane}, prompt .fab-dispatch/ab12/apply-prompt.md)\n`,
    );
    assertEquals((await status(workers)).delivered, true);
    for (const verb of ["ready", "deliver"]) {
      const refused = await repo.dispatch([verb, "ab12", "apply"], inside);
      assertEquals([refused.code, refused.stdout], [1, ""]);
      assertStringIncludes(refused.stderr, "ab12/apply is in the middle of its stage");
    }
    const again = await repo.dispatch(["open", "ab12", "apply"], { ...inside, stdin: "x" });
    assertEquals([again.code, again.stdout], [1, ""]);
    assertStringIncludes(again.stderr, `ab12/apply is already running (pane ${pane})`);
    assertStringIncludes(
      await repo.ok(["reap", "ab12", "apply"], inside),
      "nothing to reap for ab12/apply: it is running, not done",
    );
    assertEquals(await repo.ok(["wait", "ab12", "apply", "--timeout", "0.2"], inside), "running\n");

    const waiting = repo.ok(["wait", "ab12", "apply"], inside);
    await Deno.writeTextFile(`${repo.root}/go`, "");
    assertEquals(await waiting, "done\n");
    assertEquals((await log(pane)).messages, [
      "Read .fab-dispatch/ab12/apply-prompt.md and execute it.",
    ]);
    assertEquals(
      await repo.ok(["reap", "ab12", "apply"], inside),
      `reaped ab12/apply (pane ${pane})\n`,
    );
    assert(!(await panes(workers)).includes(pane));
    assert((await panes(workers)).includes(dispatcher));
    assertEquals((await status(workers)).state, "done");
    assertEquals(
      await repo.ok(["reap", "ab12", "apply"], inside),
      `nothing to reap for ab12/apply: pane ${pane} is gone\n`,
    );
  });
});

Deno.test("every state of a worker in a pane, by the real verbs", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, inside } = workers;
    const first = await open(workers, "sleep 300");
    assertEquals((await status(workers)).state, "running");
    assertEquals(
      await repo.ok(["kill", "ab12", "apply"], inside),
      `killed ab12/apply (pane ${first})\n`,
    );
    assertEquals((await status(workers)).state, "orphaned");
    assertEquals(
      await repo.ok(["kill", "ab12", "apply"], inside),
      `ab12/apply is not running (pane ${first} is gone)\n`,
    );
    for (const verb of ["ready", "deliver", "logs"]) {
      const gone = await repo.dispatch([verb, "ab12", "apply"], inside);
      assertEquals([gone.code, gone.stdout], [1, ""]);
      assertStringIncludes(gone.stderr, `pane ${first} of ab12/apply is gone`);
    }

    // From orphaned: again, with the prompt that is there.
    const restarted = await repo.dispatch(["restart", "ab12", "apply"], inside);
    assertMatch(
      restarted.stdout,
      /^opened ab12\/apply \(pane %\d+, split, title fab-ab12-apply\)\n$/,
    );
    assertStringIncludes(restarted.stderr, "the prompt is not delivered yet");
    assertEquals(await repo.read("apply-prompt.md"), "sleep 300");
    assertEquals((await status(workers)).delivered, false);
    await repo.ok(["ready", "ab12", "apply", "--wait", "20"], inside);
    await repo.ok(["deliver", "ab12", "apply"], inside);
    assertEquals([(await status(workers)).state, (await status(workers)).delivered], [
      "running",
      true,
    ]);
    const waiting = repo.ok(["wait", "ab12", "apply"], inside);
    await repo.ok(["kill", "ab12", "apply"], inside);
    assertEquals(await waiting, "orphaned\n");

    // Done, whether or not the pane lives on; then anew.
    const second = await openAndDeliver(workers, RESULT);
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");
    assert((await panes(workers)).includes(second));
    assertEquals(
      await repo.ok(["kill", "ab12", "apply"], inside),
      `killed ab12/apply (pane ${second})\n`,
    );
    assertEquals((await status(workers)).state, "done");
    await open(workers, "sleep 300");
    assertEquals((await status(workers)).state, "running");
    assertEquals(await repo.read("apply-result.yaml"), null);

    // The other mode over it, and back.
    await repo.ok(["kill", "ab12", "apply"], inside);
    const headless = await repo.ok(["restart", "ab12", "apply", "--headless"], inside);
    assertMatch(headless, /^started ab12\/apply \(headless, pid \d+\)\n$/);
    assertEquals((await status(workers)).mode, "headless");
    assertStringIncludes(
      (await repo.dispatch(["ready", "ab12", "apply"], inside)).stderr,
      "headless",
    );
    await repo.ok(["kill", "ab12", "apply"], inside);
    await repo.ok(["restart", "ab12", "apply", "--pane"], inside);
    assertEquals([(await status(workers)).mode, await repo.read("apply.log")], ["pane", null]);
  });
});

Deno.test("rework: a worker that is done goes on with another prompt", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, inside, log } = workers;
    const pane = await openAndDeliver(workers, RESULT);
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");
    await Deno.writeTextFile(
      `${repo.root}/fab/rework.sh`,
      "until [ -e go ]; do sleep 0.02; done; echo again > .fab-dispatch/ab12/apply-result.yaml",
    );
    const missing = await repo.dispatch(
      ["deliver", "ab12", "apply", "--prompt-file", "nowhere.md"],
      inside,
    );
    assertEquals([missing.code, missing.stdout], [1, ""]);
    assertMatch(missing.stderr, /^fab: no prompt file at .*\/nowhere\.md; nothing was typed\n$/);
    assertEquals((await status(workers)).state, "done");

    // The path is as seen from where the command runs; the worker gets it from where it works.
    const line = await repo.ok(["deliver", "ab12", "apply", "--prompt-file", "rework.sh"], {
      ...inside,
      cwd: `${repo.root}/fab`,
    });
    assertEquals(line, `delivered ab12/apply (pane ${pane}, prompt fab/rework.sh)\n`);
    assertEquals((await status(workers)).state, "running");
    await Deno.writeTextFile(`${repo.root}/go`, "");
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");
    assertEquals(await repo.read("apply-result.yaml"), "again\n");
    assertEquals((await log(pane)).messages, [
      "Read .fab-dispatch/ab12/apply-prompt.md and execute it.",
      "Read fab/rework.sh and execute it.",
    ]);
  });
});

Deno.test("a delivery that fails leaves everything as it was", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside, log } = workers;
    const pane = await open(workers, RESULT);
    await repo.ok(["ready", "ab12", "apply", "--wait", "20"], inside);
    await server.type(pane, "half a thought");
    await server.waitFor(pane, "half a thought");
    const before = await repo.read("apply.yaml");
    const refused = await repo.dispatch(["deliver", "ab12", "apply"], inside);
    assertEquals([refused.code, refused.stdout], [1, ""]);
    assertMatch(refused.stderr, /^fab: draft: /);
    assertEquals(await repo.read("apply.yaml"), before);
    assertEquals((await status(workers)).delivered, false);

    await server.press(pane, "C-u");
    await repo.ok(["deliver", "ab12", "apply"], inside);
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");
    await repo.write("apply.exit", "0\n");
    await server.type(pane, "another thought");
    await server.waitFor(pane, "another thought");
    const again = await repo.dispatch(["deliver", "ab12", "apply"], inside);
    assertMatch(again.stderr, /^fab: draft: /);
    assertEquals(await repo.read("apply-result.yaml"), "status: ok\n");
    assertEquals(await repo.read("apply.exit"), "0\n");
    assertEquals((await status(workers)).state, "done");
    assertEquals((await log(pane)).messages.length, 1);

    // One that was killed in the middle: the next look puts its files back.
    await Deno.rename(repo.state("apply-result.yaml"), repo.state("apply-result.yaml.aside"));
    assertEquals((await status(workers)).state, "done");
    assertEquals(await repo.read("apply-result.yaml"), "status: ok\n");
  });
});

Deno.test("of two deliveries at once one wins, and the worker gets one prompt", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, inside, log } = workers;
    const pane = await open(workers, "sleep 300");
    await repo.ok(["ready", "ab12", "apply", "--wait", "20"], inside);
    const runs = await Promise.all(
      Array.from({ length: 3 }, () => repo.dispatch(["deliver", "ab12", "apply"], inside)),
    );
    assertEquals(runs.filter(({ code }) => code === 0).length, 1, JSON.stringify(runs));
    for (const { stderr } of runs.filter(({ code }) => code !== 0)) {
      assertMatch(stderr, /in the middle of its stage|being worked on already/);
    }
    assertEquals((await log(pane)).messages.length, 1);
  });
});

Deno.test("workers stack in one column, whatever their titles say", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside, dispatcher } = workers;
    const first = await open(workers, "true");
    await server.tmux("select-pane", "-t", first, "-T", "my own title");
    await server.tmux("resize-pane", "-t", first, "-x", "50");
    const second = await open(workers, "true", "review");
    const third = await open(workers, "true", "hydrate");
    const shape = async (pane: string) =>
      (await server.tmux(
        "display-message",
        "-p",
        "-t",
        pane,
        "#{pane_left} #{pane_top} #{pane_width}",
      ))
        .trim().split(" ").map(Number);
    const [left, top, width] = await shape(first);
    assertEquals(width, 50);
    assertEquals(await shape(dispatcher).then(([, , own]) => own), 149);
    for (const pane of [second, third]) {
      const [l, t, w] = await shape(pane);
      assertEquals([l, w], [left, width]);
      assert((t ?? 0) > (top ?? 0));
    }
    assert(((await shape(third))[1] ?? 0) > ((await shape(second))[1] ?? 0));

    // A column whose workers are gone is made anew, with its width.
    for (const stage of ["apply", "review", "hydrate"]) {
      await repo.ok(["kill", "ab12", stage], inside);
    }
    const next = await open(workers, "true", "ship");
    assertEquals((await shape(next))[2], 70);
  });
});

Deno.test("a named server, or no pane around: a window with the worker's name", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside } = workers;
    const args = ["open", "ab12", "apply", "-L", server.label];
    const line = await repo.ok(args, { ...inside, stdin: RESULT });
    const pane = /pane (%\d+)/.exec(line)?.[1] ?? "";
    assertEquals(
      line,
      `opened ab12/apply (pane ${pane}, window fab-ab12-apply, server ${server.label})\n`,
    );
    assertEquals(
      await server.tmux("display-message", "-p", "-t", pane, "#{window_name} #{window_panes}"),
      "fab-ab12-apply 1\n",
    );
    // Everything after it finds the server in the record.
    assertEquals(
      JSON.parse(await repo.ok(["status", "ab12", "apply", "--json"])).server,
      server.label,
    );
    assertEquals(
      await repo.ok(["logs", "ab12", "apply"]),
      `fab pane capture ${pane} -L ${server.label}\n`,
    );
    assertEquals(await repo.ok(["ready", "ab12", "apply", "--wait", "20"]), "ready\n");
    await repo.ok(["deliver", "ab12", "apply"]);
    assertEquals(await repo.ok(["wait", "ab12", "apply"]), "done\n");
    assertEquals(
      await repo.ok(["reap", "ab12", "apply"]),
      `reaped ab12/apply (pane ${pane}, server ${server.label})\n`,
    );

    const nowhere = await repo.dispatch(["open", "ab12", "review", "-L", `${server.label}-none`], {
      stdin: "true",
    });
    assertEquals([nowhere.code, nowhere.stdout], [3, ""]);
    assertEquals(await repo.read("review.yaml"), null);
    assertEquals(await repo.read("review-prompt.md"), null);
  });
});

Deno.test("every attempt is listed, also from another worktree, and each verb has JSON", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, inside } = workers;
    const opened = JSON.parse(
      await repo.ok(["open", "ab12", "apply", "--json"], { ...inside, stdin: RESULT }),
    );
    assertEquals(opened.state, "running");
    assertMatch(opened.report, /^opened ab12\/apply \(pane %/);
    const list = async (...words: string[]) =>
      JSON.parse(await repo.ok(["list", "--json", ...words]));
    const all = await list();
    const { report: _, ...known } = opened;
    assertEquals(all, [{ ...known, worktree: repo.root }]);
    assertEquals(await list("ab12"), all);
    const other = `${repo.root}-other`;
    // As git keeps a linked worktree.
    await Deno.mkdir(`${repo.root}/.git/worktrees/other`, { recursive: true });
    await Deno.writeTextFile(`${repo.root}/.git/worktrees/other/gitdir`, `${other}/.git\n`);
    await Deno.writeTextFile(`${repo.root}/.git/worktrees/other/commondir`, "../..\n");
    await Deno.mkdir(other);
    await Deno.writeTextFile(`${other}/.git`, `gitdir: ${repo.root}/.git/worktrees/other\n`);
    const there = await repo.dispatch(["list"], { cwd: other });
    assertEquals([there.code, there.stderr], [0, ""]);
    assertMatch(there.stdout, /^Change +Stage .*\nab12 +apply +running +pane %\d+ /);
    const none = await repo.dispatch(["list", "zz99"], {});
    assertEquals([none.code, none.stdout], [1, ""]);
    const killed = JSON.parse(await repo.ok(["kill", "ab12", "apply", "--json"], inside));
    assertEquals(killed.state, "orphaned");
    assertMatch(killed.report, /^killed ab12\/apply/);
    assertEquals(JSON.parse(await repo.ok(["clean", "--json"], inside)), { removed: ["ab12"] });
    await Deno.remove(other, { recursive: true });
  });
});

Deno.test("a worker opened inside a server is found from outside it", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo } = workers;
    const pane = await open(workers, RESULT);
    assertEquals(await repo.ok(["status", "ab12", "apply"]), "running\n");
    assertEquals(await repo.ok(["ready", "ab12", "apply", "--wait", "20"]), "ready\n");
    await repo.ok(["deliver", "ab12", "apply"]);
    assertEquals(await repo.ok(["wait", "ab12", "apply"]), "done\n");
    assertEquals(await repo.ok(["reap", "ab12", "apply"]), `reaped ab12/apply (pane ${pane})\n`);
  });
});

Deno.test("a restarted server's pane with the recorded id is never typed into or killed", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside } = workers;
    const args = ["open", "ab12", "apply", "-L", server.label];
    const pane = /pane (%\d+)/.exec(await repo.ok(args, { stdin: RESULT }))?.[1] ?? "";
    await server.tmux("kill-server");
    assertEquals(await repo.ok(["status", "ab12", "apply"]), "orphaned\n");
    assertEquals(await repo.ok(["wait", "ab12", "apply"]), "orphaned\n");

    await server.tmux("new-session", "-d", "-s", "keeper", "sleep", "86400");
    let impostor = "";
    while (impostor !== pane) {
      impostor = await server.openPane(["sh", "-c", "stty -echo; cat > typed"], { cwd: repo.root });
    }
    for (
      const [verb, words] of [["ready", "is gone"], ["deliver", "is gone"], ["logs", "is gone"]]
    ) {
      const refused = await repo.dispatch([verb ?? "", "ab12", "apply"]);
      assertEquals([refused.code, refused.stdout], [1, ""]);
      assertStringIncludes(refused.stderr, words ?? "");
    }
    assertStringIncludes(await repo.ok(["kill", "ab12", "apply"]), "is not running");
    await repo.write("apply-result.yaml", "status: ok\n");
    assertStringIncludes(await repo.ok(["reap", "ab12", "apply"]), "is gone");
    assert((await panes(workers)).includes(pane));
    assertEquals(await Deno.readTextFile(`${repo.root}/typed`), "");
    await Deno.remove(repo.state("apply-result.yaml"));
    const reopened = await repo.ok(["restart", "ab12", "apply", "-L", server.label], inside)
      .then((line) => /pane (%\d+)/.exec(line)?.[1]);
    assert(reopened !== pane);
    assertEquals(await repo.ok(["status", "ab12", "apply"]), "running\n");
  });
});

Deno.test("where dispatch.mode lands, start and restart go or say where to go", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside } = workers;
    const refused = await repo.dispatch(["start", "ab12", "apply"], { ...inside, stdin: "true" });
    assertEquals([refused.code, refused.stdout], [1, ""]);
    assertStringIncludes(refused.stderr, "'fab dispatch open ab12 apply'");
    assertEquals(await Deno.stat(`${repo.root}/.fab-dispatch`).catch(() => null), null);

    // No tmux: down to the first rung that is possible.
    const away = { env: { TMUX: `${server.directory}/gone,1,0`, TMUX_PANE: "%0" } };
    const down = await repo.dispatch(["start", "ab12", "apply"], { ...away, stdin: "sleep 300" });
    assertMatch(down.stdout, /^started ab12\/apply \(headless, pid \d+\)\n$/);
    assertStringIncludes(
      down.stderr,
      "ab12/apply runs headless, not in a pane: there is no tmux server",
    );
    await repo.ok(["kill", "ab12", "apply"]);

    const pane = await open(workers, "sleep 300");
    await repo.ok(["kill", "ab12", "apply"], inside);
    const config = paneConfig(server.directory);
    const native = { providers: { sim: { ...config.providers.sim, native: true } } };
    await repo.configure({ ...config, ...native });
    const toNative = await repo.dispatch(["restart", "ab12", "apply"], away);
    assertEquals([toNative.code, toNative.stdout], [1, ""]);
    assertStringIncludes(toNative.stderr, "native dispatch");
    assertStringIncludes(await repo.read("apply.yaml") ?? "", `pane: '${pane}'`);
    const forced = await repo.dispatch(["restart", "ab12", "apply", "--pane"], away);
    assertEquals([forced.code, forced.stdout], [3, ""]);

    await repo.configure(paneConfig(server.directory, { dispatch: { mode: "headless" } }));
    for (
      const [args, words] of [
        [["--pane", "--headless"], "--pane"],
        [["--pane", "--timeout", "5"], "--timeout"],
        [["-L", "x", "--headless"], "--server"],
      ] as const
    ) {
      const wrong = await repo.dispatch(["restart", "ab12", "apply", ...args], inside);
      assertEquals([wrong.code, wrong.stdout], [2, ""]);
      assertStringIncludes(wrong.stderr, words);
    }
    const noPrompt = await repo.dispatch(["restart", "ab12", "review"], inside);
    assertEquals([noPrompt.code, noPrompt.stdout], [1, ""]);
    assertStringIncludes(noPrompt.stderr, "no prompt at ");
    assertEquals(await repo.read("review.yaml"), null);
  });
});

Deno.test("an agent that ends at once is an error, and nothing is recorded", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside } = workers;
    const config = paneConfig(server.directory);
    await repo.configure({
      ...config,
      providers: { sim: { interactive_command: "echo no such model >&2; exit 1" } },
    });
    const failed = await repo.dispatch(["open", "ab12", "apply"], { ...inside, stdin: "x" });
    assertEquals([failed.code, failed.stdout], [1, ""]);
    assertStringIncludes(failed.stderr, "no such model");
    assertEquals(await repo.read("apply.yaml"), null);
    await repo.configure({ ...config, providers: { sim: { headless_command: "sh" } } });
    const none = await repo.dispatch(["open", "ab12", "apply"], { ...inside, stdin: "x" });
    assertEquals([none.code, none.stdout], [1, ""]);
    assertStringIncludes(none.stderr, "providers.sim.interactive_command");
  });
});

Deno.test("no room for a split: a window instead, with a warning", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, inside } = workers;
    const opened = await repo.dispatch(["open", "ab12", "apply"], { ...inside, stdin: "x" });
    assertMatch(opened.stdout, /^opened ab12\/apply \(pane %\d+, window fab-ab12-apply\)\n$/);
    assertMatch(opened.stderr, /no space for new pane.*trying another place/);
  }, { size: { columns: 2, rows: 10 } });
});

Deno.test("any name of the repository's directory stays data", async () => {
  const name = `it's a #(touch ran) #S "$(touch ran)"; \`touch ran\` %3 漢字 ;`;
  await withPaneWorkers(async (workers) => {
    const { repo, server, inside } = workers;
    const note = (stage: string) =>
      `pwd > ${stage}.pwd\necho ok > .fab-dispatch/ab12/${stage}-result.yaml`;
    await openAndDeliver(workers, note("apply"));
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");
    await repo.configure(paneConfig(server.directory, { dispatch: { mode: "headless" } }));
    await repo.ok(["start", "ab12", "review"], { stdin: note("review") });
    assertEquals(await repo.ok(["wait", "ab12", "review"]), "done\n");
    for (const stage of ["apply", "review"]) {
      assertEquals(await Deno.readTextFile(`${repo.root}/${stage}.pwd`), `${repo.root}\n`);
    }
    for (const directory of [repo.root, server.directory]) {
      assertEquals(await Deno.stat(`${directory}/ran`).catch(() => null), null);
    }
  }, { name });
});

Deno.test("a headless worker survives the pane that it was started from", async () => {
  await withPaneWorkers(async (workers) => {
    const { repo, server } = workers;
    await repo.configure(paneConfig(server.directory, { dispatch: { mode: "headless" } }));
    const { programArgv, programEnv } = await import("./helpers/program.ts");
    await Deno.writeTextFile(`${repo.root}/prompt`, `sleep 1; ${RESULT}`);
    const env = Object.entries(programEnv(repo.env)).map(([name, value]) => `${name}=${value}`);
    const pane = await server.openPane([
      ...["env", ...env, "sh", "-c", '"$@" < prompt; touch started; exec sleep 300', "sh"],
      ...[...programArgv(), "dispatch", "start", "ab12", "apply"],
    ], { cwd: repo.root });
    await poll(() => Deno.stat(`${repo.root}/started`).then(() => true, () => null), {
      failure: () => server.capture(pane),
    });
    assertEquals((await status(workers)).state, "running");
    await server.tmux("kill-pane", "-t", pane);
    assertEquals(await repo.ok(["wait", "ab12", "apply"]), "done\n");
    assertEquals(await untilFile(repo.state("apply.exit")), "0\n");
  });
});
