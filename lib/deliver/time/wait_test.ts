import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { DeliveryError } from "../../core/message/delivery.ts";
import { type FakePane, fakePane, LOCK, PANE } from "../../testing/fake_pane.ts";
import { deliver } from "../deliver.ts";
import type { DeliverOptions } from "../delivery.ts";

const TEXT = "fix the tests";

function run(pane: FakePane, options: Partial<DeliverOptions> = {}) {
  return deliver(pane.context, { pane: PANE, server: null, text: TEXT, ...options });
}

async function fails(pane: FakePane, options: Partial<DeliverOptions>) {
  const error = await assertRejects(() => run(pane, options), DeliveryError);
  assertEquals(await pane.context.files.lockHolder(LOCK), null);
  return error;
}

Deno.test("--wait goes on until the pane takes input, then delivers once, at the first attempt", async () => {
  const starts: readonly (readonly [string, (pane: FakePane) => () => void])[] = [
    ["a boot", (pane) => {
      pane.foreground = { argv: ["sleep"], cooked: true };
      pane.facts["cursor_x"] = "0";
      return () => void (pane.foreground = { argv: ["claude"], cooked: false });
    }],
    ["a shell that starts it", (pane) => {
      pane.foreground = { argv: ["bash"], cooked: false };
      return () => void (pane.foreground = { argv: ["claude"], cooked: false });
    }],
    ["a wall that shows nothing", (pane) => {
      const take = pane.onText;
      pane.onText = () => {};
      return () => void (pane.onText = take);
    }],
    ["input that is off", (pane) => {
      pane.facts["pane_input_off"] = "1";
      return () => void (pane.facts["pane_input_off"] = "0");
    }],
  ];
  for (const [name, begin] of starts) {
    const pane = fakePane();
    pane.context.clock.at(20_000, begin(pane));
    const done = await run(pane, { waitMs: 60_000 });
    assertEquals([done.outcome, done.attempts, pane.received], ["delivered", 1, [TEXT]], name);
    assertEquals(pane.context.out.errors, "", name);
    assert(pane.context.clock.monotonic() < 27_000, name);
  }
});

Deno.test("--wait gives up when its time is over, and at once where waiting can't help", async () => {
  const never = fakePane();
  never.onText = () => {};
  assertEquals((await fails(never, { waitMs: 10_000 })).word, "not ready");
  const took = never.context.clock.monotonic();
  assert(took >= 10_000 && took < 30_000, String(took));
  const dead = fakePane();
  dead.facts["pane_dead"] = "1";
  assertEquals((await fails(dead, { waitMs: 10_000 })).parked?.word, "dead");
  assertEquals(dead.context.clock.sleeps, []);
  const draft = fakePane();
  draft.input = "mine";
  assertEquals((await fails(draft, { waitMs: 60_000 })).word, "draft");
  assert(draft.context.clock.monotonic() < 10_000);
});

Deno.test("--timeout bounds everything, and what was typed is taken out", async () => {
  for (const timeoutMs of [200, 1000, 2500, 5000]) {
    const wall = fakePane();
    wall.onText = () => {};
    const error = await fails(wall, { waitMs: 60_000, timeoutMs });
    assertEquals([error.word, wall.received], ["not ready", []]);
    assertMatch(error.message, /the time was over after [\d.]+ s$/);
    assert(wall.context.clock.monotonic() <= timeoutMs + 1500, `${timeoutMs}`);
    assertEquals(wall.context.out.errors, "");

    const swallows = fakePane();
    const take = swallows.onText;
    swallows.onText = (text, how) => how === "typed" ? take(text, how) : undefined;
    const late = await fails(swallows, { timeoutMs });
    assert(["not echoed", "not ready"].includes(late.word), late.word);
    assertEquals([swallows.input, swallows.received], ["", []], `${timeoutMs}`);
  }
  const slow = fakePane();
  slow.onText = () => {};
  const typed: string[] = [];
  slow.onBackspace = (count) => void typed.push(`<${count}`);
  await fails(slow, { timeoutMs: 1000 });
  assertEquals(typed, ["<1"], "the probe's one character");
});

Deno.test("--timeout behind the submit key is unverified, and nothing is typed again", async () => {
  const pane = fakePane();
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.draw = () => ({ rows: ["a question?", "", "x"], x: 0, y: 1 });
  };
  const error = await fails(pane, { timeoutMs: 3000 });
  assertEquals(error.word, "unverified");
  assertEquals(pane.received, [TEXT]);
  assert(pane.context.clock.monotonic() <= 4000, String(pane.context.clock.monotonic()));
});
