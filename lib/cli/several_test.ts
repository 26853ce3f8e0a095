import { assertEquals, assertRejects } from "@std/assert";
import { FabError, InterruptedError } from "../core/errors.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { workOnPanes } from "./several.ts";

const DONE = { text: "", document: {} };

/** Works that end in the order of their numbers, and fail below 0. */
function work(order: Readonly<Record<string, number>>) {
  const context = fakeContext();
  const begun: string[] = [];
  let turn = 1;
  const run = (json: boolean) =>
    workOnPanes(context, Object.keys(order), {
      json,
      async work(own, pane) {
        begun.push(pane);
        const number = order[pane] ?? 0;
        while (turn < Math.abs(number)) await own.clock.sleep(1);
        turn++;
        if (number < 0) throw new FabError("failed", `no ${pane}`, { details: "why" });
        await own.out.warn("beware");
        return { text: `did ${pane}\n`, document: { pane, number } };
      },
    });
  return { context, begun, run };
}

Deno.test("several: side by side, a line each as it ends, and a failure stops no other", async () => {
  const { context, run } = work({ "%1": 3, "%2": -2, "%3": 1 });
  assertEquals(await run(false), 1);
  assertEquals(context.out.written, "did %3\ndid %1\n");
  assertEquals(context.out.errors, "fab: %3: beware\nfab: %2: no %2\nwhy\nfab: %1: beware\n");
});

Deno.test("several: in JSON a list in the order of the panes", async () => {
  const { context, run } = work({ "%1": 2, "%2": -1 });
  assertEquals(await run(true), 1);
  assertEquals(JSON.parse(context.out.written), [
    { pane: "%1", number: 2 },
    { pane: "%2", outcome: "failed", error: "no %2" },
  ]);
  assertEquals(await work({ "%1": 1 }).run(true), 0);
});

Deno.test("several: a signal ends them all; no more than twenty are worked on at a time", async () => {
  const context = fakeContext();
  const panes = Array.from({ length: 50 }, (_, at) => `%${at}`);
  let now = 0;
  let most = 0;
  const all = workOnPanes(context, panes, {
    json: false,
    async work() {
      most = Math.max(most, ++now);
      await new Promise((resolve) => queueMicrotask(() => resolve(null)));
      now--;
      return DONE;
    },
  });
  assertEquals([await all, most], [0, 20]);
  const ended = workOnPanes(context, panes, {
    json: false,
    work: () => Promise.reject(new InterruptedError("SIGINT")),
  });
  await assertRejects(() => ended, InterruptedError);
});
