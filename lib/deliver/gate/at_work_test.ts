import { assert, assertEquals, assertRejects } from "@std/assert";
import { AGENT_STATE_OPTION } from "../../core/agent_state.ts";
import { DeliveryError } from "../../core/message/delivery.ts";
import { type FakePane, fakePane, PANE } from "../../testing/fake_pane.ts";
import { deliver } from "../deliver.ts";

const TEXT = "fix the tests";
const run = (pane: FakePane, more: { queue?: boolean; holdMs?: number } = {}) =>
  deliver(pane.context, { pane: PANE, server: null, text: TEXT, ...more });

/** Agents at work: by a hook, and by what claude's title says. */
const BUSY: readonly (readonly [string, () => FakePane, (pane: FakePane) => void])[] = [
  ["hook", () => {
    const pane = fakePane();
    pane.options.set(AGENT_STATE_OPTION, "active:1751800000");
    return pane;
  }, (pane) => void pane.options.set(AGENT_STATE_OPTION, "idle:1751800009")],
  ["title", () => {
    const pane = fakePane();
    pane.facts["pane_title"] = "⠂ fixing";
    pane.facts["window_activity"] = String(Math.floor(pane.context.clock.now() / 1000));
    return pane;
  }, (pane) => void (pane.facts["pane_title"] = "✳ fixed")],
];

Deno.test("an agent at work gets no key, and the refusal names the ways", async () => {
  for (const [name, make] of BUSY) {
    const pane = make();
    const error = await assertRejects(() => run(pane), DeliveryError);
    assertEquals([error.word, pane.keys], ["busy", []], name);
    assert(/--hold <secs>.*--queue/.test(error.message), error.message);
    assert(pane.context.clock.monotonic() < 1000, name);
  }
});

Deno.test("--queue types all the same", async () => {
  for (const [name, make] of BUSY) {
    const pane = make();
    await run(pane, { queue: true });
    assertEquals(pane.received, [TEXT], name);
  }
});

Deno.test("--hold waits for the turn's end, and not for ever", async () => {
  for (const [name, make, end] of BUSY) {
    const pane = make();
    pane.context.clock.at(5000, () => end(pane));
    await run(pane, { holdMs: 30_000 });
    assertEquals(pane.received, [TEXT], name);
    const never = make();
    const error = await assertRejects(() => run(never, { holdMs: 3000 }), DeliveryError);
    assertEquals([error.word, never.keys], ["busy", []], name);
    assert(never.context.clock.monotonic() >= 3000, name);
  }
});

Deno.test("a state of old that says idle is taken, whatever a title says", async () => {
  const pane = fakePane();
  pane.options.set(AGENT_STATE_OPTION, "idle:1751800000");
  await run(pane);
  assertEquals(pane.received, [TEXT]);
});
