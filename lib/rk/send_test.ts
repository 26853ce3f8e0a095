import { assertEquals } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { type Answer, fakeExec } from "../testing/fake_exec.ts";
import { type RkMessage, rkSend } from "./send.ts";

const signal = new AbortController().signal;
const plain: RkMessage = {
  pane: "%3",
  server: null,
  message: { text: "hi" },
  intent: "plain",
  enter: true,
  await: null,
};

/** What becomes of it when rk answers so. */
async function outcome(answer: Answer): Promise<string> {
  const exec = fakeExec().expect(["rk", "mux", "send", "%3", "--", "hi"], answer);
  const sent = await rkSend({ exec, signal }, plain);
  return sent.outcome === "answered" ? `answered ${sent.code}` : sent.outcome;
}

Deno.test("rk send: flags map one to one, and the text is no flag", async () => {
  const cases: readonly [Partial<RkMessage>, readonly string[]][] = [
    [{ message: { text: "-x" }, server: "lab" }, ["-L", "lab", "--", "-x"]],
    [{ intent: "answer" }, ["--answer", "--", "hi"]],
    [{ intent: "force", enter: false }, ["--force", "--no-enter", "--", "hi"]],
    [{ message: { keys: ["Up", "Enter"] } }, ["--key", "Up", "--key", "Enter"]],
    [
      { await: { states: ["idle", "waiting"], timeoutSecs: 30 } },
      ["--await=idle,waiting", "--timeout", "30", "--", "hi"],
    ],
    [{ await: { states: ["idle"], timeoutSecs: null } }, ["--await=idle", "--", "hi"]],
  ];
  for (const [changes, words] of cases) {
    const exec = fakeExec().expect(["rk", "mux", "send", "%3", ...words], "delivered %3\n");
    assertEquals((await rkSend({ exec, signal }, { ...plain, ...changes })).outcome, "answered");
    exec.verify();
  }
});

Deno.test("rk send: a text that no argument could hold, or reads as one, is piped", async () => {
  for (const text of ["-", "語".repeat(40_000)]) {
    const exec = fakeExec().expect(["rk", "mux", "send", "%3", "--", "-"], "delivered %3\n");
    await rkSend({ exec, signal }, { ...plain, message: { text } });
    assertEquals(exec.calls[0]?.options.stdin, text);
  }
});

Deno.test("rk send: the time limit covers the wait, and an endless wait has none", async () => {
  for (
    const [timeoutSecs, limit] of [[30, 150_000], [null, undefined]] as const
  ) {
    const exec = fakeExec().expect(() => true, "delivered %3\n");
    await rkSend({ exec, signal }, { ...plain, await: { states: ["idle"], timeoutSecs } });
    assertEquals(exec.calls[0]?.options.timeoutMs, limit);
  }
});

Deno.test("rk send: a report and a refusal are answers", async () => {
  assertEquals(await outcome("delivered %3\n"), "answered 0");
  assertEquals(await outcome("delivered %3 (text)\nidle\n"), "answered 0");
  assertEquals(await outcome({ code: 1, stderr: "pane %3 is active" }), "answered 1");
  assertEquals(await outcome({ code: 1, stderr: "no such pane" }), "answered 1");
  assertEquals(await outcome({ code: 3, stderr: "tmux: no server" }), "answered 3");
});

Deno.test("rk send: its words come once, without what its parts put before them", async () => {
  const said = async (stderr: string) => {
    const exec = fakeExec().expect(() => true, { code: 1, stderr });
    const sent = await rkSend({ exec, signal }, plain);
    return sent.outcome === "answered" ? sent.stderr : sent.outcome;
  };
  assertEquals(await said("Error: Error: pane %3 is active\n"), "pane %3 is active\n");
  assertEquals(
    await said("Error: pane %3 is active\nError: pane %3 is active\n"),
    "pane %3 is active\n",
  );
  assertEquals(await said("staged\n\nerror: refused: x\n"), "staged\n\nrefused: x\n");
  assertEquals(await said("an Error: inside\n"), "an Error: inside\n");
});

Deno.test("rk send: an rk that was never reached, or does not know the verb, did nothing", async () => {
  assertEquals(await outcome({ code: 1, stderr: 'unknown command "mux" for "rk"' }), "not asked");
  assertEquals(await outcome({ code: 2, stderr: "rk: unknown flag: --answer" }), "not asked");
  assertEquals(await outcome({ code: 1, stderr: "unknown shorthand flag: 'L'" }), "not asked");
  assertEquals(
    await outcome({ code: 2, stderr: "error: unrecognized subcommand 'send'" }),
    "not asked",
  );
  assertEquals(await outcome({ code: 127, stderr: "rk-real: not found" }), "not asked");
  assertEquals(await outcome(new FabError("failed", "rk: can't be started")), "not asked");
  const exec = fakeExec().missing("rk");
  assertEquals((await rkSend({ exec, signal }, plain)).outcome, "not asked");
});

Deno.test("rk send: whoever broke off in the middle may have sent it", async () => {
  assertEquals(await outcome({ code: 137, timedOut: true, signal: "SIGKILL" }), "unknown");
  assertEquals(await outcome({ code: 137, signal: "SIGKILL" }), "unknown");
  assertEquals(await outcome("usage: rk <recipe>\n"), "unknown");
  assertEquals(await outcome("delivered %31\n"), "unknown");
  assertEquals(await outcome(""), "unknown");
});
