import { assertEquals, assertRejects } from "@std/assert";
import { InterruptedError } from "../../core/errors.ts";
import type { Clock } from "../../ports.ts";
import { fakeContext, type FakeSettings } from "../../testing/fake_context.ts";
import { withProgress } from "./progress.ts";

const TERMINAL = { terminal: { columns: 60, rows: 20 } };
/** What the system says of a process that has its terminal: group 70. */
const IN_FRONT = "4242 (a (b) S 1) S 1 70 60 34816 70 0 0\n";

/** A context whose sleeps end when the test says that a second has gone by. */
function seconds(settings: FakeSettings = TERMINAL, stat = IN_FRONT) {
  let now = 0;
  let wake: PromiseWithResolvers<void> | null = null;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep() {
      wake = Promise.withResolvers();
      return wake.promise;
    },
  };
  const context = fakeContext(settings);
  context.exec.always((argv) => argv[0] === "/bin/sh" && argv.at(-1) === "4242", stat);
  return {
    context: { ...context, clock },
    async tick() {
      now += 1000;
      wake?.resolve();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    interrupt: () => wake?.reject(new InterruptedError("SIGINT")),
  };
}

Deno.test("a line a second, which is gone before an answer, a warning and the end", async () => {
  const { context, tick } = seconds();
  const done = await withProgress(context, "waiting for pane %3", async (inside, tell) => {
    assertEquals(context.out.errors, "");
    await tick();
    tell("input proven empty");
    await tick();
    assertEquals(
      context.out.errors,
      "\r\x1b[Kfab: waiting for pane %3 (1s)" +
        "\r\x1b[Kfab: waiting for pane %3, input proven empty (2s)",
    );
    await inside.out.warn("a warning");
    await inside.out.warn("and another");
    await tick();
    await inside.out.stdout("the answer\n");
    return 7;
  });
  assertEquals(done, 7);
  assertEquals(
    context.out.errors.slice(context.out.errors.indexOf("(2s)")),
    "(2s)\r\x1b[Kfab: a warning\nfab: and another\n" +
      "\r\x1b[Kfab: waiting for pane %3, input proven empty (3s)\r\x1b[K",
  );
  assertEquals(context.out.written, "the answer\n");
  await tick();
  assertEquals(context.out.errors.endsWith("(3s)\r\x1b[K"), true);
});

Deno.test("the line never wraps, and holds no control character", async () => {
  const { context, tick } = seconds({ terminal: { columns: 24, rows: 5 } });
  await withProgress(context, "waiting for \x1b[31mred and more", tick);
  assertEquals(context.out.errors, "\r\x1b[Kfab: waiting for \\x1b\r\x1b[K");
});

Deno.test("a failure comes after the line is gone; an interrupted clock ends the drawing", async () => {
  const { context, tick, interrupt } = seconds();
  await assertRejects(
    () =>
      withProgress(context, "waiting", async () => {
        await tick();
        interrupt();
        await tick();
        throw new InterruptedError("SIGINT");
      }),
    InterruptedError,
  );
  assertEquals(context.out.errors, "\r\x1b[Kfab: waiting (1s)\r\x1b[K");
});

Deno.test("nothing is drawn from the background", async () => {
  const told = async (stat: string) => {
    const { context, tick } = seconds(TERMINAL, stat);
    await withProgress(context, "waiting", tick);
    return context.out.errors !== "";
  };
  assertEquals(await told(IN_FRONT), true);
  assertEquals(await told("4242 (fab) S 1 71 60 34816 70 0 0\n"), false);
  // As macOS prints it.
  assertEquals([await told("S+\n"), await told("S\n")], [true, false]);
  assertEquals(await told(""), true, "nothing could be asked");
});

Deno.test("nothing is told where nobody looks, or where more is told", async () => {
  const terminal = { columns: 60, rows: 20 };
  for (
    const settings of [
      {},
      { terminal, env: { TERM: "dumb" } },
      { terminal, env: { FAB_DEBUG: "1" } },
    ]
  ) {
    const { context, tick } = seconds(settings);
    await withProgress(context, "waiting", async (inside) => {
      await tick();
      await inside.out.warn("a warning");
    });
    assertEquals(context.out.errors, "fab: a warning\n");
  }
});
