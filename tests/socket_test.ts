/**
 * Calls of tmux that start no program: how many are started still, what others see of the calls, what
 * goes through them, and what becomes of a delivery whose calls are cut.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertLessOrEqual, assertMatch } from "@std/assert";
import { createTmux } from "../lib/tmux/tmux.ts";
import { type Cut, cutSocket } from "./helpers/cut_socket.ts";
import { fabOn } from "./helpers/pane_program.ts";
import { runFab } from "./helpers/program.ts";
import { realContext } from "./helpers/real_context.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const SMALL = { columns: 100, rows: 24 };

function onServer(name: string, body: (tmux: TmuxServer) => Promise<void>): void {
  Deno.test(`socket: ${name}`, () => withTmux(body, SMALL));
}

/** How many programs `FAB_DEBUG=1` tells of, and how many calls went without one. */
async function started(tmux: TmuxServer, args: readonly string[]) {
  const { code, stderr } = await fabOn(tmux, args, { env: { FAB_DEBUG: "1" } });
  assertEquals(code, 0, stderr);
  const lines = stderr.split("\n");
  return {
    programs: lines.filter((line) => / # [\d.]+ ms$/.test(line)).length,
    calls: lines.filter((line) => line.endsWith("over its socket")).length,
    stderr,
  };
}

onServer("how many programs a command starts", async (tmux) => {
  const { pane } = await tmux.openSim("plain");
  const most: readonly (readonly [number, readonly string[]])[] = [
    [4, ["pane", "ready", pane]],
    [6, ["pane", "deliver", pane, "--text=one"]],
    [8, ["pane", "send", pane, "two", "--force"]],
    [1, ["pane", "capture", pane]],
    [3, ["pane", "map", "--all-sessions"]],
  ];
  for (const [limit, args] of most) {
    await tmux.waitFor(pane, /(^|\n)>$/);
    const { programs, calls, stderr } = await started(tmux, args);
    assertLessOrEqual(programs, limit, stderr);
    if (limit > 3) assertLess(programs, calls, stderr);
  }
});

onServer("nobody sees anything of the calls", async (tmux) => {
  const sim = await tmux.openSim("plain");
  for (const hook of ["client-attached", "client-detached", "client-session-changed"]) {
    await tmux.tmux("set-hook", "-g", hook, "set-option -g @seen yes");
  }
  await tmux.tmux("set-option", "-g", "destroy-unattached", "off");
  const seen = () =>
    tmux.tmux(
      ...[
        "list-sessions",
        "-F",
        "#{session_name} #{session_attached} #{session_last_attached}",
        ";",
      ],
      ...["list-windows", "-a", "-F", "#{window_id} #{window_width}x#{window_height}", ";"],
      ...["list-clients", ";", "show-options", "-gq", "@seen"],
    );
  const before = await seen();
  let during = "";
  const delivering = fabOn(tmux, ["pane", "deliver", sim.pane, "--text=hello"]);
  await sim.until("handed a text", (log) => log.messages.length > 0);
  during = await seen();
  assertEquals((await delivering).code, 0);
  assertEquals([during, await seen()], [before, before]);
});

onServer("a text of 1 MB goes through, and each byte that one may hold", async (tmux) => {
  const context = realContext(tmux.env, tmux.directory);
  const door = createTmux(context.exec, tmux.label);
  await door.call([["list-sessions"]]);
  const all = Array.from({ length: 0x2ff }, (_, at) => String.fromCodePoint(at + 1)).join("");
  const texts = [`${"0123456789abcde\n".repeat(65_536)}`, all, "日本\ufeff;", ";", "#{pane_id}"];
  for (const text of texts) {
    await door.call([["load-buffer", "-b", "big", "-"]], { stdin: text });
    const file = `${tmux.directory}/big`;
    await tmux.tmux("save-buffer", "-b", "big", file);
    assert(await Deno.readTextFile(file).then((read) => read === text.replace(/^\ufeff/, "")));
  }
  // As an option's value, which is an argument; a NUL has no place in one.
  for (const value of [all, "a;", ";", "'\"\\", "-x", "#{x}", "é\t\n"]) {
    await door.call([["set-option", "-g", "--", "@value", value]]);
    const { stdout } = await door.attempt([["show-options", "-gv", "@value"]]);
    const other = await context.exec.run(door.argv("show-options", "-gv", "@value"));
    assertEquals(stdout, other.stdout);
  }
});

onServer("a refusal reads as that of the program", async (tmux) => {
  const context = realContext(tmux.env, tmux.directory);
  const door = createTmux(context.exec, tmux.label);
  await door.call([["list-sessions"]]);
  for (const words of [["list-panes", "-t", "%99"], ["send-keys", "-t", "nowhere", "x"]]) {
    const { code, stdout, stderr } = await door.attempt([words]);
    const other = await context.exec.run(door.argv(...words));
    assertEquals([code, stdout, stderr], [other.code, other.stdout, other.stderr]);
  }
});

onServer("calls that are cut: never twice, and never said when it is not so", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const kinds: readonly Cut[] = ["before", "answer", "behind"];
  const ends: string[] = [];
  // Each call of a delivery is cut once, in one of three ways.
  for (let round = 0; round < 14; round++) {
    const cut = kinds[round % kinds.length] ?? null;
    await withCut(tmux, (call) => call === round ? cut : null, async (env) => {
      const text = `round ${round} of the cuts`;
      const { code, stdout, stderr } = await runFab(
        ["pane", "deliver", sim.pane, `--text=${text}`, "-L", tmux.label, "--force"],
        { env, timeoutMs: 60_000 },
      );
      const { messages } = await sim.log();
      const count = messages.filter((message) => message.includes(text)).length;
      const shown = `${cut} at ${round}: ${code} ${stdout}${stderr}`;
      assertLessOrEqual(count, 1, shown);
      if (code === 0) assertEquals(count, 1, shown);
      else assertMatch(stderr, /./, shown);
      ends.push(`${cut} ${code}`);
    });
  }
  assert(ends.filter((end) => end.endsWith(" 0")).length >= 7, ends.join(", "));
});

async function withCut(
  tmux: TmuxServer,
  cutOf: (call: number) => Cut,
  body: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  await using socket = await cutSocket(tmux, cutOf);
  await body(socket.env);
  assert(socket.counts.calls > 0, "the program never came to the socket");
}

onServer("a server that stops in the middle for a while is waited for", async (tmux) => {
  const sim = await tmux.openSim("plain");
  const pid = Number(await tmux.tmux("display-message", "-p", "#{pid}"));
  const delivering = fabOn(tmux, ["pane", "deliver", sim.pane, "--text=through a stop"]);
  await sim.until("asked", (log) => log.events.length > 1);
  Deno.kill(pid, "SIGSTOP");
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000));
  } finally {
    Deno.kill(pid, "SIGCONT");
  }
  const { code, stderr } = await delivering;
  const { messages } = await sim.log();
  assertEquals([code, messages], [0, ["through a stop"]], stderr);
});
