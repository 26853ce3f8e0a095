import { assertEquals, assertRejects } from "@std/assert";
import { type PaneRecord } from "../../core/dispatch/record.ts";
import { TmuxError } from "../../core/errors.ts";
import { type FakeContext, fakeContext } from "../../testing/fake_context.ts";
import { endPane, findWorkerPane } from "./pane.ts";

const RECORD: PaneRecord = {
  mode: "pane",
  spawnCmd: "worker",
  startedAt: "2026-09-02T10:00:00Z",
  pane: "%3",
  window: "fab-ab12-apply",
  server: null,
  socket: null,
  panePid: 4711,
  delivered: false,
};

/** Answers a question about pane %3 on one server; other panes and servers are not there. */
function paneOn(
  context: FakeContext,
  server: string | null,
  { pid, dead = "0" }: { readonly pid: number; readonly dead?: string },
): void {
  context.exec.always(
    (argv) => argv.includes("display-message") && labelOf(argv) === server,
    (argv) =>
      (argv.at(-1) ?? "").replace("#{pane_id}", "%3").replace("#{pane_pid}", String(pid))
        .replace("#{pane_dead}", dead) + "\n",
  );
}

function nothingElse(context: FakeContext): void {
  context.exec.always(
    (argv) => argv.includes("display-message"),
    { code: 1, stderr: "no server running on /tmp/tmux-0/x\n" },
  );
}

function labelOf(argv: readonly string[]): string | null {
  const at = argv.indexOf("-L");
  return at < 0 ? null : argv[at + 1] ?? null;
}

Deno.test("the recorded pane, when its process is the recorded one", async () => {
  const context = fakeContext();
  paneOn(context, null, { pid: 4711 });
  assertEquals(await findWorkerPane(context, RECORD), { server: null, panePid: 4711, dead: false });
  assertEquals(context.exec.calls.length, 1);
});

Deno.test("a pane with its id on a restarted server is not it, and is not ended", async () => {
  const context = fakeContext();
  paneOn(context, "work", { pid: 99 });
  const record = { ...RECORD, server: "work" };
  assertEquals(await findWorkerPane(context, record), null);
  assertEquals(await endPane(context, record), false);
});

Deno.test("a record without a server is looked for on the others, a hung one left out", async () => {
  const context = fakeContext({
    env: { TMUX_TMPDIR: "/t" },
    files: { "/t/tmux-0/a-hung": "", "/t/tmux-0/home": "", "/t/tmux-0/work": "" },
  });
  paneOn(context, "home", { pid: 99 });
  paneOn(context, "work", { pid: 4711 });
  context.exec.always((argv) => labelOf(argv) === "a-hung", { timedOut: true });
  nothingElse(context);
  assertEquals((await findWorkerPane(context, RECORD))?.server, "work");
  assertEquals(await findWorkerPane(context, { ...RECORD, server: "home" }), null);
  assertEquals(await findWorkerPane(context, { ...RECORD, panePid: null }), null);
});

Deno.test("a server that does not answer leaves the question open", async () => {
  const context = fakeContext();
  context.exec.always((argv) => argv.includes("display-message"), { timedOut: true });
  await assertRejects(() => findWorkerPane(context, RECORD), TmuxError, "did not answer");
});

Deno.test("a pane that is kept after its program's end is not alive, and kill clears it away", async () => {
  const context = fakeContext();
  paneOn(context, null, { pid: 4711, dead: "1" });
  context.exec.always((argv) => argv.includes("kill-pane"));
  assertEquals(await findWorkerPane(context, RECORD), null);
  assertEquals(await endPane(context, RECORD), true);
  context.exec.verify();
});
