import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { BOX, DIALOG, openPainted } from "./helpers/painted_agent.ts";
import { fabOn } from "./helpers/pane_program.ts";
import { programArgv } from "./helpers/program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** What `fab pane state --json` says. */
async function state(server: TmuxServer, pane: string) {
  const result = await fabOn(server, ["pane", "state", pane, "--json"]);
  assertEquals([result.code, result.stderr], [0, ""]);
  return JSON.parse(result.stdout);
}

Deno.test("state: what is seen of an agent, and what it is seen by", () =>
  withTmux(async (server) => {
    const agent = await openPainted(server, "claude");
    const words: unknown[] = [];
    for (
      const painting of [
        { title: "⠂ fix it", rows: ["● Working", ...BOX] },
        { title: "✳ fix it", rows: DIALOG },
        { title: "✳ fix it", rows: ["● Done", ...BOX] },
      ]
    ) {
      await agent.paint(painting);
      const { agent: name, agent_state, seen_state, seen_by } = await state(server, agent.pane);
      words.push([name, agent_state, seen_state, seen_by]);
    }
    assertEquals(words, [
      ["claude", null, "active", "title says active"],
      ["claude", null, "waiting", "a question stands there"],
      ["claude", null, "idle", "title says idle"],
    ]);
    await server.setOption(agent.pane, "@rk_pane_agent_state", "active:1000000000");
    const both = await fabOn(server, ["pane", "state", agent.pane, "--explain"]);
    assertMatch(both.stdout, /^state: active, written \d+h ago$/m);
    assertMatch(both.stdout, /^seen: ~idle \(\d+s\) \(title says idle\)$/m);
    assertMatch(both.stdout, /^ {2}title says idle -> idle {2}\(decides\)$/m);
  }));

Deno.test("state: of shells, editors, pagers, monitors, builds and logs nothing is said", () =>
  withTmux(async (server) => {
    const file = `${server.directory}/text`;
    await Deno.writeTextFile(file, "❯ 1. Yes\n  2. No\nProceed? [y/N] ");
    const loop = 'while :; do echo "[1/9] cc x.o"; sleep 0.1; done';
    const programs: Record<string, readonly string[]> = {
      shell: ["/bin/sh", "-c", `cat '${file}'; exec /bin/sh -i`],
      tail: ["tail", "-f", file],
      build: ["/bin/sh", "-c", loop],
      top: ["top"],
      less: ["less", file],
      vi: ["vi", file],
      vim: ["vim", file],
      htop: ["htop"],
    };
    const asked: Promise<readonly [string, unknown]>[] = [];
    for (const [name, argv] of Object.entries(programs)) {
      const there = await new Deno.Command("/bin/sh", {
        args: ["-c", 'command -v "$1"', "sh", argv[0] ?? ""],
        stdout: "null",
      }).output();
      if (!there.success) {
        console.log(`left out: ${name} is not installed here`);
        continue;
      }
      const pane = await server.openPane(argv);
      await server.waitFor(pane, /\S/);
      asked.push(state(server, pane).then(({ seen_state }) => [name, seen_state]));
    }
    const said = await Promise.all(asked);
    assertEquals(said, said.map(([name]) => [name, null]));
  }));

Deno.test("state --watch: a line for each change; --record: the facts, without the text", () =>
  withTmux(async (server) => {
    const agent = await openPainted(server, "claude");
    await agent.paint({ title: "⠂ my secret", rows: ["● my secret", ...BOX] });
    const record = `${server.directory}/facts.jsonl`;
    const script = 'trap : INT; "$@"; echo "exit $?"; exec sleep 1000';
    const watch = await server.openPane([
      ...["sh", "-c", script, "sh", ...programArgv(), "pane", "state", agent.pane],
      ...["--watch", "--record", record, "-L", server.label],
    ]);
    await server.waitFor(watch, /~active {2}\(title says active\)/);
    await agent.paint({ title: "✳ my secret", rows: ["● my secret", ...BOX] });
    await server.waitFor(watch, /~idle \(\d+s\) {2}\(title says idle\)/);
    await server.press(watch, "C-c");
    await server.waitFor(watch, "exit 130");
    const facts = await Deno.readTextFile(record);
    assertStringIncludes(facts, '"agent":"claude"');
    assertEquals(facts.includes("secret"), false);
  }));

Deno.test("state: wrong use, a pane that is not there, and switched off", () =>
  withTmux(async (server) => {
    const pane = await server.openPane(["sleep", "1000"]);
    const said = async (args: readonly string[], env: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await fabOn(server, ["pane", "state", ...args], { env });
      return { code, stdout, stderr: stderr.split("\n")[0] };
    };
    assertEquals(await said(["%99"]), { code: 2, stdout: "", stderr: "fab: pane %99 not found" });
    assertEquals((await said([pane, "--watch", "--json"])).code, 2);
    assertEquals((await said([pane, "--with-text"])).code, 2);
    const off = await said([pane], { FAB_AGENT_SEEN: "false" });
    assertEquals([off.code, off.stdout], [1, ""]);
    assertMatch(off.stderr ?? "", /^fab: agent\.seen is false/);
  }));
