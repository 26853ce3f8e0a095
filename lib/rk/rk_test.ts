import { assertEquals, assertRejects } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { fakeExec } from "../testing/fake_exec.ts";
import { rkPanes, rkReady } from "./rk.ts";

const panes = ["rk", "mux", "panes", "--json"];
const ready = ["rk", "mux", "await", "%3", "--ready"];

Deno.test("rk panes: one call, with the server's label when there is one", async () => {
  const exec = fakeExec().expect([...panes, "-L", "lab;"], "[]").expect(panes, "[]\n");
  assertEquals(await rkPanes({ exec }, "lab;"), { panes: [], ran: true });
  assertEquals(await rkPanes({ exec }, null), { panes: [], ran: true });
  assertEquals(exec.calls.map((call) => call.options.timeoutMs), [2000, 2000]);
  exec.verify();
});

Deno.test("rk panes: whatever goes wrong is no answer, and no error", async () => {
  const missing = await rkPanes({ exec: fakeExec().missing("rk") }, null);
  assertEquals(missing, { panes: null, ran: false });
  const broken = fakeExec().expect(panes, new FabError("failed", "rk: can't be started"));
  assertEquals(await rkPanes({ exec: broken }, null), { panes: null, ran: false });
  for (
    const answer of [
      { code: 1, stdout: "[]", stderr: "no server" },
      { code: 2, stderr: "unknown command" },
      { code: 0, stdout: "not json" },
      { code: 0, stdout: '[{"pane":"%1"}]' },
      { code: 137, timedOut: true, stdout: "[]" },
    ]
  ) {
    const listing = await rkPanes({ exec: fakeExec().expect(panes, answer) }, null);
    assertEquals(listing, { panes: null, ran: true });
  }
});

Deno.test("rk panes: an interrupt is passed on", async () => {
  const exec = fakeExec().expect(panes, new TypeError("interrupted"));
  await assertRejects(() => rkPanes({ exec }, null), TypeError);
});

Deno.test("rk ready: one of the three words with exit 0, else nothing", async () => {
  const ask = (answer: Parameters<ReturnType<typeof fakeExec>["expect"]>[1]) =>
    rkReady({ exec: fakeExec().expect(ready, answer) }, { pane: "%3", server: null });
  assertEquals(await ask("ready\n"), "ready");
  assertEquals(await ask("parked\npane: %3\n"), "parked");
  assertEquals(await ask("booting"), "booting");
  assertEquals(await ask("readyish\n"), null);
  assertEquals(await ask(""), null);
  assertEquals(await ask({ code: 1, stdout: "ready\n" }), null);
  assertEquals(await ask({ code: 1, stderr: "unknown flag: --ready" }), null);
  assertEquals(await ask({ timedOut: true, stdout: "ready" }), null);
  assertEquals(
    await rkReady({ exec: fakeExec().missing("rk") }, { pane: "%3", server: "x" }),
    null,
  );
});
