import { assertEquals, assertRejects } from "@std/assert";
import { FabError, InterruptedError } from "../core/errors.ts";
import type { DispatchRecord } from "../core/dispatch/record.ts";
import { renderRecord } from "../core/dispatch/record.ts";
import type { DirectoryWatch } from "../ports.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { attemptAt } from "./attempt.ts";
import { waitForEnd } from "./wait.ts";

const ATTEMPT = attemptAt("/repo", "ab12", "apply");
const RECORD: DispatchRecord = {
  mode: "headless",
  spawnCmd: "worker",
  startedAt: "2026-09-02T10:00:00Z",
  pid: 4711,
  pgid: 4711,
  timeout: null,
};

/** A context with a record, and a worker that is alive until the given time. */
function world(aliveUntilMs: number) {
  const context = fakeContext({
    files: { [ATTEMPT.paths.record]: renderRecord(RECORD), [ATTEMPT.paths.log]: "" },
  });
  const asked: number[] = [];
  context.exec.always((argv) => argv.at(-1) === "4711", () => {
    asked.push(context.clock.monotonic());
    if (context.clock.monotonic() >= aliveUntilMs) return "";
    const fields = `S 1 4711 4711 ${"0 ".repeat(15)}100`;
    return `4711 (sh) ${fields}\n10.0 1.0\nsh\0${ATTEMPT.paths.exit}\0`;
  });
  const write = (path: string, text: string) => () => context.files.writeAtomic(path, text);
  return { context, asked, write };
}

Deno.test("wait: an attempt that is over is answered at once", async () => {
  const { context } = world(0);
  const seen = await waitForEnd(context, ATTEMPT, { timeoutMs: null });
  assertEquals([seen.state, context.clock.monotonic()], ["orphaned", 0]);
});

Deno.test("wait: without a watch the end is seen within 100 ms, and life asked once a second", async () => {
  const { context, asked, write } = world(Infinity);
  context.clock.at(5010, write(ATTEMPT.paths.result, "ok"));
  context.clock.at(5020, write(ATTEMPT.paths.exit, "0\n"));
  const seen = await waitForEnd(context, ATTEMPT, { timeoutMs: 60_000 });
  assertEquals(seen.state, "done");
  const late = context.clock.monotonic() - 5020;
  assertEquals(late >= 0 && late <= 100, true, `${late} ms`);
  assertEquals(asked.length, 6);
});

Deno.test("wait: a watch answers before the next look is due", async () => {
  const { context, write } = world(Infinity);
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch: DirectoryWatch = { changed: () => promise, [Symbol.dispose]: () => {} };
  context.files.watch = () => watch;
  context.clock.sleep = async () => {
    await write(ATTEMPT.paths.result, "ok")();
    await write(ATTEMPT.paths.exit, "0\n")();
    resolve();
    await new Promise(() => {});
  };
  assertEquals((await waitForEnd(context, ATTEMPT, { timeoutMs: null })).state, "done");
});

Deno.test("wait: time over says running, not before the time", async () => {
  const { context } = world(Infinity);
  const seen = await waitForEnd(context, ATTEMPT, { timeoutMs: 2500 });
  assertEquals(seen.state, "running");
  assertEquals(context.clock.monotonic(), 2500);
});

Deno.test("wait: a worker that vanishes is orphaned within about a second", async () => {
  const { context } = world(3100);
  const seen = await waitForEnd(context, ATTEMPT, { timeoutMs: null });
  assertEquals(seen.state, "orphaned");
  assertEquals(context.clock.monotonic() <= 4200, true);
});

Deno.test("wait: no record, a record that goes away, an interrupt", async () => {
  const none = fakeContext();
  await assertRejects(
    () => waitForEnd(none, ATTEMPT, { timeoutMs: null }),
    FabError,
    "no dispatch of ab12/apply",
  );
  const gone = world(Infinity).context;
  gone.clock.at(700, async () => void await gone.files.remove(ATTEMPT.paths.record));
  await assertRejects(
    () => waitForEnd(gone, ATTEMPT, { timeoutMs: null }),
    FabError,
    "no dispatch of ab12/apply",
  );
  const { context } = world(Infinity);
  context.clock.at(700, () => context.controller.abort(new InterruptedError("SIGINT")));
  await assertRejects(
    () => waitForEnd(context, ATTEMPT, { timeoutMs: null }),
    InterruptedError,
  );
});
