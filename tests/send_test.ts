/**
 * `fab pane send` on real tmux servers.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { KEY_NAMES } from "../lib/core/message/key_names.ts";
import { watchPrograms } from "./helpers/counted.ts";
import { GOOD_RK } from "./helpers/fake_rk.ts";
import { type ProgramOptions, runFab } from "./helpers/program.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const STATE = "@rk_pane_agent_state";

/** `fab pane send -L <server> <words>`. */
function send(server: TmuxServer, words: readonly string[], options: ProgramOptions = {}) {
  const env = { ...server.env, ...options.env };
  return runFab(["pane", "send", "-L", server.label, ...words], {
    timeoutMs: 60_000,
    ...options,
    env,
  });
}

/** Seconds since 1970. */
const now = () => Math.floor(Date.now() / 1000);

Deno.test("send: every state and intent, the same by rk and without", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    const rk = await watchPrograms(server.directory, { rk: GOOD_RK });
    const states = ["idle:1", "active:1", "waiting:1", "bogus"];
    const intents = [[], ["--answer"], ["--force"]];
    const sent: Record<string, readonly number[]> = {};
    let messages = 0;
    for (const state of states) {
      await server.setOption(sim.pane, STATE, state);
      const row: number[] = [];
      for (const intent of intents) {
        for (const path of [rk.path, server.env["PATH"]]) {
          const words = [...intent, sim.pane, `${state}${intent}`];
          const result = await send(server, words, { env: { PATH: path } });
          const what = JSON.stringify({ state, intent, rk: path === rk.path, result });
          if (result.code === 0) messages++;
          await sim.until(`at ${messages} messages`, (log) => log.messages.length === messages);
          assertEquals(result.stdout, result.code === 0 ? `delivered ${sim.pane}\n` : "", what);
          const warned = state === "bogus" && intent[0] !== "--force";
          if (warned) assertMatch(result.stderr, /^fab: .*unknown.*\n$/, what);
          else if (result.code === 0) assertEquals(result.stderr, "", what);
          else assertMatch(result.stderr, /^fab: .* is (active|waiting).*\n$/, what);
          row.push(result.code);
        }
      }
      sent[state] = row;
    }
    // Plain by rk and without, answer by rk and without, force by rk and without.
    assertEquals(sent, {
      "idle:1": [0, 0, 0, 0, 0, 0],
      "active:1": [1, 1, 1, 1, 0, 0],
      "waiting:1": [1, 1, 0, 0, 0, 0],
      "bogus": [0, 0, 0, 0, 0, 0],
    });
    // What fab's own gate refuses rk is never asked for.
    assertEquals((await rk.calls()).length, 9);
  });
});

Deno.test("send: texts of any kind, from arguments and standard input", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    await server.setOption(sim.pane, STATE, "idle:1");
    const texts = ["-L x;", "one\ntwo", "Enter", "C-c $HOME #{pane_id} 語"];
    for (const [index, text] of texts.entries()) {
      const result = index % 2 === 0
        ? await send(server, [sim.pane, "--", text])
        : await send(server, [sim.pane, "-"], { stdin: text });
      assertEquals(result, { code: 0, stdout: `delivered ${sim.pane}\n`, stderr: "" });
    }
    const log = await sim.until("all received", (log) => log.messages.length === texts.length);
    assertEquals(log.messages, texts);
  });
});

Deno.test("send --no-enter: the text stands in the input, not submitted", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed");
    await server.setOption(sim.pane, STATE, "idle:1");
    const result = await send(server, [sim.pane, "not yet", "--no-enter"]);
    assertEquals(result, { code: 0, stdout: `typed ${sim.pane}\n`, stderr: "" });
    await server.waitFor(sim.pane, "> not yet");
    await server.press(sim.pane, "Enter");
    const log = await sim.until("submitted by hand", (log) => log.messages.length > 0);
    assertEquals(log.messages, ["not yet"]);
  });
});

Deno.test("send --key: in order, gated, and every known name is a key", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed");
    await server.setOption(sim.pane, STATE, "waiting:1");
    const refused = await send(server, [sim.pane, "--key", "x"]);
    assertEquals([refused.code, refused.stdout], [1, ""]);
    assertMatch(refused.stderr, /^fab: busy: .* is waiting for an answer; give it with --answer/);
    assertEquals(await sim.raw(), "");

    const keys = ["a", "Left", "b", ";", "é"].flatMap((key) => ["--key", key]);
    const pressed = await send(server, [sim.pane, "--answer", ...keys]);
    assertEquals(pressed, { code: 0, stdout: `sent ${sim.pane}\n`, stderr: "" });
    await server.waitFor(sim.pane, "> b;éa");

    const reader = await server.openPane(["sh", "-c", "stty raw -echo; exec cat -v"]);
    await server.setOption(reader, STATE, "idle:1");
    const names = KEY_NAMES.filter((name) => name !== "Enter");
    await send(server, [reader, ...names.flatMap((name) => ["--key", name]), "--key", "!"]);
    const screen = await server.waitFor(reader, "!");
    for (const name of names) assert(!screen.includes(name), `${name} was typed:\n${screen}`);
  });
});

Deno.test("send: wrong usage, and a pane that is none", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed");
    const wrong: readonly [readonly string[], RegExp][] = [
      [["%0"], /give a text, - for standard input, or --key/],
      [["%0", "x", "--key", "Enter"], /either a text or --key/],
      [["%0", "--key", "Entr"], /"Entr" is not the name of a key; did you mean Enter\?/],
      [["%0", "--key", "yes"], /"yes" is not the name of a key/],
      [["%0", "x", "--answer", "--force"], /--answer and --force can't go together/],
      [["%0", "x", "--hold", "1", "--force"], /--hold and --force can't go together/],
      [["%0", "x", "--no-enter", "--await"], /--no-enter and --await can't go together/],
      [["%0", "x", "--timeout", "1"], /--timeout is the time limit of --await/],
      [["%0", "x", "--await=busy"], /--await: "busy" is no state/],
      [["%0", "x", "--hold", "soon"], /--hold: "soon" is not a number of seconds/],
      [["%0", ""], /the text is empty/],
      [["%0", "a\u001bb"], /control character U\+001B/],
    ];
    for (const [words, message] of wrong) {
      const result = await send(server, words);
      assertEquals([result.code, result.stdout], [2, ""], JSON.stringify({ words, result }));
      assertMatch(result.stderr, message);
    }
    const rk = await watchPrograms(server.directory, { rk: GOOD_RK });
    for (const pane of ["%99", "main", ""]) {
      const result = await send(server, [pane, "x"], { env: { PATH: rk.path } });
      assertEquals(result, {
        code: 2,
        stdout: "",
        stderr: `fab: pane ${pane || '""'} not found\n`,
      });
    }
    assertEquals(await rk.calls(), []);
    assertEquals(await sim.raw(), "");
  });
});

Deno.test("send: a shell that waits for a command gets neither text nor keys", async () => {
  await withTmux(async (server) => {
    const pane = await server.openPane(["sh", "-c", "PS1='ready> ' exec sh -i"]);
    await server.waitFor(pane, "ready>");
    for (const words of [["exit"], ["--key", "Enter"]]) {
      const result = await send(server, [pane, ...words]);
      assertEquals([result.code, result.stdout], [1, ""]);
      assertMatch(result.stderr, /fab: shell: pane %\d+ is at a sh prompt/);
    }
    assertEquals(await server.capture(pane), "ready>");
    const forced = await send(server, [pane, "--force", "--key", "x"]);
    assertEquals(forced, { code: 0, stdout: `sent ${pane}\n`, stderr: "" });
    await server.waitFor(pane, "ready> x");
  });
});

Deno.test("send --hold: waits for its turn, and gives up without typing", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    await server.setOption(sim.pane, STATE, "active:1");
    const late = await send(server, [sim.pane, "late", "--hold", "0.3"]);
    assertEquals([late.code, late.stdout], [1, ""]);
    assertMatch(
      late.stderr,
      /^fab: busy: pane %\d+ is still active after 0.3 s; nothing was sent\n$/,
    );
    assertEquals(await sim.raw(), "");

    const held = send(server, [sim.pane, "held", "--hold", "30"]);
    await attached(server);
    assertEquals(await sim.raw(), "");
    await server.setOption(sim.pane, STATE, "idle:2");
    assertEquals(await held, { code: 0, stdout: `delivered ${sim.pane}\n`, stderr: "" });
    assertEquals((await sim.log()).messages, ["held"]);
  });
});

Deno.test("send --await: a stale state never answers for the new turn", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    await server.setOption(sim.pane, STATE, "idle:1");
    const stale = await send(server, [sim.pane, "one", "--await", "--timeout", "1.5"]);
    assertEquals(stale, { code: 0, stdout: `delivered ${sim.pane}\nrunning\n`, stderr: "" });

    // The turn ends in the second in which the state from before was written.
    await server.setOption(sim.pane, STATE, `idle:${now()}`);
    const waiting = send(server, [sim.pane, "two", "--await=idle"]);
    await sim.until("sent", (log) => log.messages.length === 2);
    await server.setOption(sim.pane, STATE, `idle:${now()}`);
    assertEquals(await waiting, { code: 0, stdout: `delivered ${sim.pane}\nidle\n`, stderr: "" });

    const asked = send(server, [sim.pane, "three", "--await"]);
    await sim.until("sent", (log) => log.messages.length === 3);
    await server.setOption(sim.pane, STATE, `active:${now()}`);
    await server.setOption(sim.pane, STATE, `waiting:${now()}`);
    assertEquals((await asked).stdout, `delivered ${sim.pane}\nwaiting\n`);

    const last = send(server, [sim.pane, "four", "--answer", "--await"]);
    await attached(server);
    await server.tmux("kill-pane", "-t", sim.pane);
    const gone = await last;
    assertEquals([gone.code, gone.stdout], [1, `delivered ${sim.pane}\ngone\n`], gone.stderr);
  });
});

/** Waits until a wait has its standing connection. */
async function attached(server: TmuxServer): Promise<void> {
  await poll(async () => await server.tmux("list-clients") === "" ? null : true, {
    failure: () => Promise.resolve("nobody waits"),
  });
}

Deno.test("send: a text comes in four ways, one at a time, for deliver as well", async () => {
  await withTmux(async (server) => {
    const sim = await server.openSim("framed", { busyMs: 0 });
    const file = `${server.directory}/task.txt`;
    await Deno.writeTextFile(file, "\ufeffone\r\ntwo\r\n");
    const run = (verb: string, words: readonly string[], stdin = "") =>
      runFab(["pane", verb, "-L", server.label, sim.pane, ...words], { env: server.env, stdin });
    const ways: readonly (readonly [string[], string])[] = [
      [["a word"], "a word"],
      [["--text", "as a flag"], "as a flag"],
      [["-"], "from stdin"],
      [["--text-file", file], "one\ntwo"],
    ];
    const got: string[] = [];
    for (const verb of ["send", "deliver"]) {
      for (const [words, text] of ways) {
        const result = await run(verb, words, `${text}\n`);
        assertEquals(result.code, 0, JSON.stringify(result));
        const crlf = words[0] === "--text-file";
        assertEquals(/CRLF line ends/.test(result.stderr), crlf, result.stderr);
        got.push(text);
        await sim.until(text, (log) => log.messages.length === got.length);
      }
      const two: readonly string[][] = [
        ["a", "b"],
        ["a", "--text", "b"],
        ["--text", "a", "--text", "b"],
        ["--text-file", file, "--text", "b"],
        ["-", "--text-file", file],
        [],
        ["--text", ""],
      ];
      for (const words of two) {
        const { code, stdout, stderr } = await run(verb, words);
        assertEquals([code, stdout], [2, ""], `${words} ${stderr}`);
      }
      const none = await run(verb, ["--text-file", `${file}.no`]);
      assertEquals([none.code, none.stdout], [1, ""]);
    }
    assertEquals((await sim.log()).messages, got);
  });
});

Deno.test("send and deliver: several panes side by side, JSON a list, one failure is exit 1", async () => {
  await withTmux(async (server) => {
    const one = await server.openSim("framed");
    const two = await server.openSim("plain");
    const shell = await server.openPane(["sleep", "1000"]);
    const panes = [one.pane, shell, two.pane];
    const run = (...words: readonly string[]) =>
      runFab(["pane", ...words, "-L", server.label], { env: server.env, timeoutMs: 60_000 });
    const gone = await run("deliver", one.pane, "%99", two.pane, "hello");
    assertEquals([gone.code, gone.stderr], [1, "fab: %99: pane %99 not found\n"]);
    const lines = gone.stdout.trim().split("\n").sort();
    assertEquals(lines, [`delivered ${one.pane} (text)`, `delivered ${two.pane} (text)`]);
    const list = await run("send", "--json", ...panes, "again");
    const ends = JSON.parse(list.stdout);
    assertEquals(ends.map((end: { pane: string }) => end.pane), panes);
    const outcomes = ends.map((end: { outcome: string }) => end.outcome);
    assertEquals([list.code, ...outcomes], [1, "delivered", "failed", "delivered"], list.stderr);
    assertMatch(ends[0].mark, /^[\w-]+$/);
    const single = await run("send", "--json", one.pane, "more");
    const { mark, ...rest } = JSON.parse(single.stdout);
    assertEquals(rest, { pane: one.pane, outcome: "delivered", by: "fab" });
    assertMatch(mark, /^[\w-]+$/);
    for (const sim of [one, two]) {
      await sim.until("all", (log) => log.messages.length === (sim === one ? 3 : 2));
    }
  });
});
