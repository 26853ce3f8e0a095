import { assertEquals, assertRejects } from "@std/assert";
import { FabError, InterruptedError } from "../core/errors.ts";
import type { RunResult } from "../ports.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { awaitHosts } from "./await.ts";
import { mapHosts } from "./map.ts";
import { passOn } from "./pass_on.ts";

const ROW = {
  ...{
    session: "work",
    window_index: 2,
    window_id: "@2",
    pane: "%3",
    tab: "t",
    worktree: "(main)",
  },
  ...{ repo: "/r", change: null, stage: "apply", display_state: "active", agent_state: "idle" },
  ...{
    agent_idle_duration: "2m",
    pr_url: null,
    pr_number: 7,
    cwd: "/r",
    command: "sh",
    server: null,
    fab_worktree: true,
  },
};

/** Answers of hosts by name; a promise is one that takes its time. */
function context(
  answers: Readonly<Record<string, Partial<RunResult> | Promise<Partial<RunResult>>>>,
) {
  const fake = fakeContext();
  fake.exec.always(
    (argv) => argv[0] === "ssh",
    async (argv) => await answers[argv[argv.indexOf("--") + 1]!] ?? { code: 255 },
  );
  return fake;
}

Deno.test("maps are put together in the hosts' order, each row with its host", async () => {
  const late = Promise.resolve().then(() => ({ stdout: JSON.stringify([ROW]) }));
  const fake = context({ red: late, blue: { stdout: JSON.stringify([{ pane: "%9" }]) } });
  const { rows, documents, code } = await mapHosts(fake, ["red", "blue"], ["--all-sessions"]);
  assertEquals([code, fake.out.errors], [0, ""]);
  assertEquals(documents, [{ ...ROW, host: "red" }, { pane: "%9", host: "blue" }]);
  assertEquals(rows.map(({ host, row }) => [host, row.pane, row.state.state, row.place.stage]), [
    ["red", "%3", "idle", "apply"],
    ["blue", "%9", null, null],
  ]);
  // In a fab worktree without a change the host's own map says so, and so does this one.
  assertEquals(rows.map(({ row }) => row.place.isFab), [true, false]);
});

Deno.test("a host that answers something else, or fails, is left out with a warning", async () => {
  const fake = context({
    red: { stdout: JSON.stringify([ROW]) },
    odd: { stdout: "Welcome!\n[]" },
    old: { code: 2, stderr: "fab: unknown command\n" },
    slow: { timedOut: true, code: 137 },
  });
  const { rows, code } = await mapHosts(fake, ["red", "odd", "old", "slow", "down"], []);
  assertEquals([rows.length, code], [1, 1]);
  assertEquals(
    fake.out.errors,
    "fab: host odd: fab there answered something else than a map\n" +
      "fab: host old: unknown command\n" +
      "fab: host slow: no answer within 60 s\n" +
      "fab: host down: ssh failed; try ssh down\n",
  );
});

Deno.test("when no host answers there is no map", async () => {
  const fake = context({});
  const error = await assertRejects(() => mapHosts(fake, ["a", "b"], []), FabError);
  assertEquals([error.kind, error.message], ["host", "host b: ssh failed; try ssh b"]);
  assertEquals(fake.out.errors, "fab: host a: ssh failed; try ssh a\n");
});

const panes = new Map([["red", ["%1"]], ["blue", ["%2"]]]);

Deno.test("the first host with a signal ends a wait for any; time that is over does not", async () => {
  const never = new Promise<Partial<RunResult>>(() => {});
  const first = context({ red: never, blue: { stdout: "waiting\r\n" } });
  assertEquals(await awaitHosts(first, { mode: "any", panes, flags: [] }), {
    ...{ text: "waiting blue:%2\n", code: 0 },
  });
  const over = context({ red: { stdout: "running\r\n" }, blue: { stdout: "gone\r\n", code: 1 } });
  assertEquals(await awaitHosts(over, { mode: "any", panes, flags: [] }), {
    ...{ text: "gone blue:%2\n", code: 1 },
  });
});

Deno.test("a host that fails makes a wait for all a failure, after the others", async () => {
  const fake = context({
    red: { stdout: "fab: pane %1 not found\r\n", code: 2 },
    blue: { stdout: "idle\n" },
  });
  assertEquals(await awaitHosts(fake, { mode: "all", panes, flags: ["--all"] }), {
    ...{ text: "idle blue:%2\n", code: 1 },
  });
  assertEquals(fake.out.errors, "fab: host red: pane %1 not found\n");
});

Deno.test("an interrupted wait ends with the signal", async () => {
  const fake = context({ red: new Promise(() => {}), blue: new Promise(() => {}) });
  const waiting = awaitHosts(fake, { mode: "any", panes, flags: [] });
  fake.controller.abort(new InterruptedError("SIGINT"));
  await assertRejects(() => waiting, InterruptedError);
});

Deno.test("a terminal is asked for where there is one and it is needed", async () => {
  const line = { host: "red", argv: ["agent"], terminal: true };
  for (const [terminal, flag] of [[{ columns: 80, rows: 24 }, "-t"], [null, "--"]] as const) {
    const fake = fakeContext(terminal === null ? {} : { terminal });
    fake.exec.expectAttach((argv) => argv[1] === flag, { code: 5 });
    assertEquals(await passOn(fake, line), 5);
    fake.exec.verify();
  }
});
