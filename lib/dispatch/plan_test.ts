import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FabError } from "../core/errors.ts";
import type { RunResult } from "../ports.ts";
import { type FakeContext, fakeContext } from "../testing/fake_context.ts";
import { attemptAt } from "./attempt.ts";
import { landStage, planStage, requireHeadless } from "./plan.ts";

const ATTEMPT = attemptAt("/repo", "ab12", "apply");

function world(config: string): FakeContext {
  return fakeContext({ cwd: "/repo", files: { "/repo/fab/project/config.yaml": config } });
}

const BOTH = `
agent: {workers: mine}
providers: {mine: {interactive_command: talk, headless_command: work}}
`;

function answerSessions(context: FakeContext, answer: Partial<RunResult>): void {
  context.exec.always((argv) => argv.includes("list-sessions"), answer);
}

Deno.test("plan: the stage's role, its provider's commands, the configured mode", async () => {
  const plan = await planStage(world(`${BOTH}dispatch: {mode: pane, column_width: 40}`), ATTEMPT);
  assertEquals(
    [plan.preferred, plan.columnWidth, plan.interactive.command, plan.headless.command],
    ["pane", 40, "talk", "work"],
  );
});

Deno.test("landing: tmux is asked only when a pane is in question", async () => {
  for (const preferred of ["native", "headless"] as const) {
    const context = world(BOTH);
    const plan = await planStage(context, ATTEMPT);
    const landing = await landStage(context, plan, { preferred, server: null });
    assertEquals(landing.mode, "headless");
    assertEquals(requireHeadless(plan, landing), "work");
    assertEquals(context.exec.calls.length, 0);
  }
});

Deno.test("landing: a server with a session is one, anything else is none", async () => {
  const table = [
    [{ stdout: "$0\n" }, "pane"],
    [{ stdout: "" }, "headless"],
    [{ code: 1 }, "headless"],
    [{ timedOut: true }, "headless"],
  ] as const;
  for (const [answer, mode] of table) {
    const context = world(BOTH);
    answerSessions(context, answer);
    const plan = await planStage(context, ATTEMPT);
    const landing = await landStage(context, plan, { preferred: "pane", server: "work" });
    assertEquals(landing.mode, mode, JSON.stringify(answer));
    assertEquals(context.exec.calls[0]?.argv.slice(0, 4), ["tmux", "-u", "-L", "work"]);
  }
});

Deno.test("refusals name what to do instead", async () => {
  const context = world(BOTH);
  answerSessions(context, { stdout: "$0\n" });
  const plan = await planStage(context, ATTEMPT);
  const pane = await landStage(context, plan, { preferred: "pane", server: null });
  assertThrows(() => requireHeadless(plan, pane), FabError, "'fab dispatch open ab12 apply'");

  const native = await planStage(world("{}"), ATTEMPT);
  const landing = await landStage(context, native, { preferred: "native", server: null });
  assertThrows(() => requireHeadless(native, landing), FabError, "native dispatch");

  const nothing = world("agent: {workers: mine}\nproviders: {mine: {interactive_command: x}}\n");
  const bare = await planStage(nothing, ATTEMPT);
  const none = await landStage(nothing, bare, { preferred: "native", server: null });
  assertThrows(
    () => requireHeadless(bare, none),
    FabError,
    "set providers.mine.headless_command",
  );
  await assertRejects(
    () => planStage(world("agent: {workers: nobody}"), ATTEMPT),
    FabError,
    'unknown provider "nobody"',
  );
});
