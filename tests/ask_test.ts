/**
 * `fab pane ask` on real tmux servers.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { runFab } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";
import type { SimPane } from "./helpers/tmux_server.ts";

const STATE = "@rk_pane_agent_state";

/** Lines as models write them: prose, code, a table, wide characters. */
function lines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    if (at % 11 === 3) return "";
    if (at % 11 === 5) return `    const value = ${at};`;
    if (at % 11 === 7) return `| cell ${at} | ${at * 3} |`;
    return at % 11 === 9 ? `漢字の行 ${at}` : `Line ${at} of the answer.`;
  }).slice(0, count);
}

function ask(server: TmuxServer, ...words: readonly string[]) {
  return runFab(["pane", "ask", "-L", server.label, ...words], {
    env: server.env,
    timeoutMs: 60_000,
  });
}

/** Writes the state as an agent's hooks do, for the messages to come. */
function hooks(server: TmuxServer, sim: SimPane) {
  let epoch = 100;
  let stopped = false;
  const follow = async () => {
    for (let seen = 0; !stopped;) {
      const { events } = await sim.log();
      for (const { name: event } of events.slice(seen)) {
        const state = event === "busy" ? "active" : event === "idle" ? "idle" : null;
        if (state !== null) await server.setOption(sim.pane, STATE, `${state}:${epoch++}`);
      }
      seen = events.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const following = follow();
  return {
    async [Symbol.asyncDispose]() {
      stopped = true;
      await following;
    },
  };
}

Deno.test("ask: the answer alone, of one line and of two hundred, inline and full screen", async () => {
  const cases = [["framed", 1], ["framed", 200], ["wrapping", 30], ["fullscreen", 30]] as const;
  await withTmux(async (server) => {
    for (const [kind, count] of [...cases, ["fullscreen", 200] as const]) {
      const answer = lines(count).join("\n");
      const sim = await server.openSim(kind, { answer, busyMs: 300 });
      await server.setOption(sim.pane, STATE, "idle:99");
      await using _ = hooks(server, sim);
      const result = await ask(server, sim.pane, "--json", "--timeout", "30", "what\nis it?");
      const json = JSON.parse(result.stdout);
      const what = `${kind} ${count}: ${JSON.stringify({ ...json, ...result, stdout: "" })}`;
      assertEquals([result.code, json.outcome, json.state], [0, "answered", "idle"], what);
      const whole = kind !== "fullscreen" || count <= 30;
      assertEquals(json.gap, !whole, what);
      // A screen holds the end.
      if (whole) assertEquals(json.answer, answer, what);
      else assert(answer.endsWith(json.answer) && json.answer.length > 500, what);
      await server.tmux("kill-pane", "-t", sim.pane);
    }
  });
});

Deno.test("ask: a person is needed, the time is over, and waiting on", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { answer: "So it is.", busyMs: 6000 });
    await server.setOption(sim.pane, STATE, "idle:99");
    const running = await ask(server, sim.pane, "--timeout", "0.5", "is it?");
    assertEquals([running.code, running.stdout], [1, ""]);
    assertMatch(running.stderr, /^fab: running: .* --resume ([\w-]+)'\n$/);
    const mark = /--resume ([\w-]+)/.exec(running.stderr)?.[1] ?? "";
    await server.setOption(sim.pane, STATE, "waiting:100");
    const waiting = await ask(server, sim.pane, "--resume", mark, "--json");
    assertEquals([waiting.code, JSON.parse(waiting.stdout).outcome], [1, "waiting"]);
    assertMatch(waiting.stderr, /^fab: waiting: [^\n]+\n[^]*\? for shortcuts\n$/);
    await server.setOption(sim.pane, STATE, "active:101");
    const ending = ask(server, sim.pane, "--resume", mark);
    await sim.until("idle", (log) => log.events.some(({ name }) => name === "idle"));
    await server.setOption(sim.pane, STATE, "idle:102");
    assertEquals(await ending, { code: 0, stdout: "So it is.\n", stderr: "" });
    assertEquals((await sim.log()).messages, ["is it?"]);
    const other = await server.openPane(["sleep", "1000"]);
    const wrong = await ask(server, other, "--resume", mark);
    assertEquals([wrong.code, wrong.stdout], [2, ""]);
    assertEquals((await ask(server, sim.pane, "--resume", mark, "text")).code, 2);
    assertEquals((await ask(server, sim.pane)).code, 2);
  });
});

Deno.test("ask and await: a pattern that the prompt holds does not fire by its echo", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { answer: "well\nDONE", busyMs: 1500 });
    const words = ["--pattern", "DONE", "--timeout", "20", "--json"];
    const { code, stdout, stderr } = await ask(server, sim.pane, ...words, "print DONE at the end");
    const json = JSON.parse(stdout);
    assertEquals([code, stderr], [0, ""]);
    assertEquals([json.outcome, json.answer], ["answered", "well\nDONE"]);
    assert(json.elapsed_ms > 1500, stdout);
    const wait = (mark: string, seconds: string) =>
      runFab(
        ["pane", "await", sim.pane, "-L", server.label, "--pattern", "DONE", "--since", mark]
          .concat([
            "--timeout",
            seconds,
          ]),
        { env: server.env },
      );
    const deliver = [
      "pane",
      "deliver",
      sim.pane,
      "-L",
      server.label,
      "--json",
      "again, print DONE",
    ];
    const { mark } = JSON.parse((await runFab(deliver, { env: server.env })).stdout);
    assertEquals((await wait(mark, "0.1")).stdout, "running\n");
    assertEquals((await wait(mark, "20")).stdout, "pattern\n");
  });
});

Deno.test("ask: several panes, by what is seen of programs that nobody knows, and once with a key", async () => {
  await withTmux(async (server) => {
    const one = await server.openSim("framed", { answer: "one" });
    const two = await server.openSim("plain", { answer: "two" });
    const both = await ask(server, one.pane, two.pane, "--json", "--id", "k", "who are you?");
    const list = JSON.parse(both.stdout);
    assertEquals([both.code, both.stderr], [0, ""]);
    assertEquals(list.map((json: { answer: string }) => json.answer), ["one", "two"]);
    const again = await ask(server, one.pane, "--id", "k", "who are you?");
    assertEquals([again.code, again.stdout], [0, "one\n"]);
    assertEquals((await one.log()).messages, ["who are you?"]);
  });
});
