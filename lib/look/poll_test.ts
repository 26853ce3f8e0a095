import { assert, assertEquals, assertRejects } from "@std/assert";
import { PaneMissingError } from "../core/errors.ts";
import { fakePane, PANE } from "../testing/fake_pane.ts";
import { createTmux } from "../tmux/tmux.ts";
import { paneHandle } from "./pane_handle.ts";
import { waitForPane } from "./poll.ts";

function setUp() {
  const pane = fakePane();
  const tmux = createTmux(pane.context.exec, null);
  return { pane, handle: paneHandle(pane.context, { pane: PANE, tmux }) };
}

Deno.test("what is there at once is found by the first look, without a sleep", async () => {
  const { pane, handle } = setUp();
  const { found, tookMs } = await waitForPane(handle, { timeoutMs: 0, check: () => "yes" });
  assertEquals([found, tookMs, pane.calls.length], ["yes", 0, 1]);
  assertEquals(pane.context.clock.sleeps, []);
});

Deno.test("what never comes ends at the deadline, looked at once more there", async () => {
  const { pane, handle } = setUp();
  const asked: number[] = [];
  const { found, tookMs, look } = await waitForPane(handle, {
    timeoutMs: 500,
    check: (_, elapsed) => {
      asked.push(elapsed);
      return null;
    },
  });
  assertEquals([found, tookMs], [null, 500]);
  assertEquals(asked.at(-1), 500);
  assertEquals(look.screen.rows[0], "agent 1.0");
  assert(pane.calls.length < 30, `${pane.calls.length} looks`);
  assert(Math.max(...pane.context.clock.sleeps) <= 40);
});

Deno.test("something that comes is found soon after", async () => {
  const { pane, handle } = setUp();
  pane.context.clock.at(300, () => void pane.transcript.push("come"));
  const { tookMs } = await waitForPane(handle, {
    timeoutMs: 5000,
    check: ({ screen }) => screen.rows.includes("come") ? true : null,
  });
  assert(tookMs >= 300 && tookMs <= 341, `${tookMs} ms`);
});

Deno.test("a pane that goes away ends the wait", async () => {
  const { pane, handle } = setUp();
  pane.context.clock.at(100, () => void (pane.gone = true));
  const wait = () => waitForPane(handle, { timeoutMs: 5000, check: () => null });
  await assertRejects(wait, PaneMissingError);
});
