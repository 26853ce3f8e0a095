import { assertEquals, assertRejects } from "@std/assert";
import { InterruptedError } from "../core/errors.ts";
import { type Answer, fakeExec } from "../testing/fake_exec.ts";
import { rkAwait, type RkWish } from "./await.ts";

const signal = new AbortController().signal;
const wish: RkWish = {
  pane: "%3",
  server: null,
  states: ["idle", "waiting"],
  file: null,
  timeoutSecs: null,
};

function ask(answer: Answer, changes: Partial<RkWish> = {}) {
  const exec = fakeExec().expect((argv) => argv[2] === "await", answer);
  return rkAwait({ exec, signal }, { ...wish, ...changes });
}

Deno.test("rk await: what is asked for, and no more", async () => {
  const exec = fakeExec()
    .expect(["rk", "mux", "await", "%3", "--until", "idle,waiting"], "idle\n")
    .expect(
      ["rk", "mux", "await", "%3", "--file", "-x", "--timeout", "30", "-L", "lab"],
      "running\n",
    );
  assertEquals(await rkAwait({ exec, signal }, wish), "idle");
  const other = { ...wish, states: [], file: "-x", timeoutSecs: 30, server: "lab" };
  assertEquals(await rkAwait({ exec, signal }, other), "running");
  assertEquals(exec.calls.map((call) => call.options.timeoutMs), [undefined, 35_000]);
  exec.verify();
});

Deno.test("rk await: its words, each with its exit code", async () => {
  assertEquals(await ask("waiting\n"), "waiting");
  assertEquals(await ask("file\n", { file: "x" }), "file");
  assertEquals(await ask("running\n", { timeoutSecs: 1 }), "running");
  assertEquals(await ask({ code: 1, stdout: "gone\n" }), "gone");
});

Deno.test("rk await: whatever else it says is no answer", async () => {
  const none: readonly Answer[] = [
    "active\n",
    "file\n",
    "running\n",
    "gone\n",
    "idle waiting\n",
    "",
    { code: 1, stdout: "idle\n" },
    { code: 1, stderr: "unknown flag: --until" },
    { code: 2, stdout: "gone\n" },
    { code: 137, stdout: "idle\n", signal: "SIGKILL" },
    { code: 137, stdout: "idle\n", timedOut: true },
  ];
  for (const answer of none) assertEquals(await ask(answer), null, JSON.stringify(answer));
  const exec = fakeExec().missing("rk");
  assertEquals(await rkAwait({ exec, signal }, wish), null);
});

Deno.test("rk await: a signal ends the wait at once", async () => {
  const controller = new AbortController();
  const exec = fakeExec().expect(() => true, () => {
    controller.abort(new InterruptedError("SIGINT"));
    return new Promise<string>(() => {});
  });
  await assertRejects(() => rkAwait({ exec, signal: controller.signal }, wish), InterruptedError);
});
