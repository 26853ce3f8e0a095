/**
 * The agent's own record, with real processes and files: a simulated agent runs under claude's name,
 * and the test writes what claude would, as soon as the agent has a message.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runFab } from "./helpers/program.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";
import { readLog } from "./sim/log.ts";
import { simArgv } from "./sim/open.ts";

/** An agent under claude's name, and its session's file. */
interface Agent {
  readonly pane: string;
  readonly turns: string;
  /** Waits for a message and writes it down, as `say` has it. */
  write(say: (text: string) => string): Promise<void>;
}

async function openAgent(server: TmuxServer, session: string): Promise<Agent> {
  const log = `${server.directory}/${session}.log`;
  const argv = simArgv("framed", { log, busyMs: 0 });
  const pane = await server.openPane([
    ...["bash", "-c", 'exec -a claude "$0" "$@"'],
    ...argv,
  ]);
  await poll(async () => (await readLog(log)).has("ready") ? true : null, {
    failure: () => server.screens(),
  });
  await server.waitFor(pane, (screen) => screen !== "");
  const asked = await server.tmux(
    "display-message",
    "-p",
    "-t",
    pane,
    "#{pane_pid} #{pane_current_path}",
  );
  const [pid = "", cwd = ""] = asked.trim().split(" ");
  const root = `${server.env["HOME"]}/.claude`;
  const project = `${root}/projects/${cwd.replaceAll(/[^A-Za-z0-9]/g, "-")}`;
  const turns = `${project}/${session}.jsonl`;
  await Deno.mkdir(project, { recursive: true });
  await Deno.mkdir(`${root}/sessions`, { recursive: true });
  await Deno.writeTextFile(`${root}/sessions/${pid}.json`, JSON.stringify({ sessionId: session }));
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const append = { append: true };
  return {
    pane,
    turns,
    async write(say) {
      const before = (await readLog(log)).messages.length;
      const messages = await poll(async () => {
        const { messages } = await readLog(log);
        return messages.length > before ? messages : null;
      }, { failure: () => server.screens() });
      const content = say(messages.at(-1) ?? "");
      const history = { display: content, project: cwd, sessionId: session };
      await Deno.writeTextFile(`${root}/history.jsonl`, line(history), append);
      await Deno.writeTextFile(
        turns,
        line({ type: "user", message: { content } }) + line({
          type: "assistant",
          message: {
            content: [{ type: "text", text: `heard ${content}` }],
            stop_reason: "end_turn",
          },
        }),
        append,
      );
    },
  };
}

const fab = (server: TmuxServer, ...words: readonly string[]) =>
  runFab(["pane", ...words, "-L", server.label], { env: server.env, timeoutMs: 60_000 });

async function deliver(
  server: TmuxServer,
  agent: Agent,
  text: string,
  say = (text: string) => text,
) {
  const [result] = await Promise.all([
    fab(server, "deliver", agent.pane, "--json", `--text=${text}`),
    agent.write(say),
  ]);
  return { ...result, said: result.code === 0 ? JSON.parse(result.stdout) : null };
}

Deno.test("record: proven to the byte, a head that was dropped, a session of 200 MB", async () => {
  await withTmux(async (server) => {
    const agent = await openAgent(server, "s1");
    const first = await deliver(server, agent, "the first text");
    const { proof, received, difference, turn } = first.said;
    assertEquals(
      [proof, received, difference, turn],
      ["record", "equal", null, true],
      first.stderr,
    );

    const cut = await deliver(
      server,
      agent,
      "drop this and keep the rest",
      (text) => text.slice(10),
    );
    assertEquals([cut.code, cut.stdout], [1, ""]);
    assertStringIncludes(cut.stderr, "fab: unverified: ");
    assertStringIncludes(
      cut.stderr,
      '"and keep the rest" instead of "drop this and keep the rest"',
    );

    // What is there already costs nothing, whatever its size: it is not read.
    await Deno.truncate(agent.turns, 200 * 1024 * 1024);
    await Deno.writeTextFile(agent.turns, "\n", { append: true });
    const late = await deliver(server, agent, "a text in a long session");
    assertEquals([late.said.proof, late.said.received], ["record", "equal"], late.stderr);
    assert(late.said.elapsed_ms < first.said.elapsed_ms + 2000, `${late.said.elapsed_ms} ms`);
    const last = await fab(server, "record", agent.pane, "--last");
    assertEquals([last.code, last.stdout, last.stderr], [
      0,
      "heard a text in a long session\n",
      "",
    ]);
  });
});

Deno.test("record: two agents in one folder, the same text at once: each its own", async () => {
  await withTmux(async (server) => {
    const agents = [await openAgent(server, "s1"), await openAgent(server, "s2")];
    const ends = await Promise.all(agents.map((agent) => deliver(server, agent, "the same text")));
    assertEquals(ends.map(({ said }) => said?.proof), ["record", "record"]);
    // Without the files that name the processes nothing tells whose it is.
    await Deno.remove(`${server.env["HOME"]}/.claude/sessions`, { recursive: true });
    const [one] = agents;
    assert(one !== undefined);
    const unsure = await deliver(server, one, "the same text");
    assertEquals([unsure.code, unsure.said?.proof], [0, "whole"], unsure.stderr);
    const read = await fab(server, "record", one.pane);
    assertEquals([read.code, read.stdout], [1, ""]);
    assertStringIncludes(read.stderr, "more than one record could be that of its claude");
  });
});
