import { assertEquals } from "@std/assert";
import { BUILT_IN } from "../core/agent/providers.ts";
import { type FakePane, fakePane, PANE } from "../testing/fake_pane.ts";
import { createTmux } from "../tmux/tmux.ts";
import { seeAgent } from "./at_work.ts";
import { agentTable } from "./settings.ts";

const table = agentTable(BUILT_IN);

/** What is seen, and after how many milliseconds. */
async function seen(pane: FakePane, processes: readonly string[] = []) {
  const { context } = pane;
  const tmux = createTmux(context.exec, null);
  const { state, agent, by } = await seeAgent(context, tmux, {
    pane: PANE,
    table,
    processes: processes.map((comm) => ({ pid: 7, comm, argv: [comm] })),
  });
  return { state, agent, by, ms: context.clock.monotonic() };
}

function agentPane(facts: Record<string, string>): FakePane {
  const pane = fakePane();
  Object.assign(pane.facts, { cursor_flag: "0", alternate_on: "0" }, facts);
  return pane;
}

Deno.test("at work: a title tells at once", async () => {
  const busy = agentPane({ pane_current_command: "claude", pane_title: "⠂ fix it" });
  assertEquals(await seen(busy), {
    ...{ state: "active", agent: "claude", by: "title says active", ms: 0 },
  });
  const idle = agentPane({ pane_current_command: "claude", pane_title: "✳ fix it" });
  assertEquals((await seen(idle)).state, "idle");
});

Deno.test("at work: a program without a name of its own, by its title or its processes", async () => {
  const node = agentPane({ pane_current_command: "node", pane_title: "✦  Working… (x)" });
  assertEquals((await seen(node)).agent, "gemini");
  const wrapped = agentPane({ pane_current_command: "bash", cursor_flag: "1" });
  assertEquals((await seen(wrapped)).agent, null);
  assertEquals((await seen(wrapped, ["claude"])).agent, "claude");
});

Deno.test("at work: what one look does not tell is watched for a third of a second", async () => {
  const pane = agentPane({ pane_current_command: "kimi" });
  let turns = 0;
  pane.draw = () => ({ rows: [`${"|/-"[turns++ % 3]} busy`, "> "], x: 2, y: 1 });
  const spinning = await seen(pane);
  assertEquals([spinning.state, spinning.ms], [null, 300]);
});

Deno.test("at work: of what is no agent nothing is said, and nothing is waited for", async () => {
  const vim = agentPane({ pane_current_command: "vim", pane_title: "⠂ x" });
  assertEquals(await seen(vim), { state: null, agent: null, by: "no agent is seen in it", ms: 0 });
});
