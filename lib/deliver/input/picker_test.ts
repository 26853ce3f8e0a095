import { assert, assertEquals, assertRejects } from "@std/assert";
import { DeliveryError } from "../../core/message/delivery.ts";
import { type FakePane, fakePane, PANE } from "../../testing/fake_pane.ts";
import { deliver } from "../deliver.ts";
import { probeReady } from "../ready.ts";

const ITEMS = ["Switch theme", "Switch model", "Open help", "Quit"];

/** A palette whose list follows what is typed, some milliseconds later. */
function palette(lateMs: number): FakePane {
  const pane = fakePane();
  pane.foreground = { argv: ["a-tool"], cooked: false };
  let [shown, wanted, at] = ["", "", 0];
  pane.draw = () => {
    const now = pane.context.clock.monotonic();
    if (pane.input !== wanted) [wanted, at] = [pane.input, now];
    if (now - at >= lateMs) shown = wanted;
    const hits = ITEMS.filter((item) => item.toLowerCase().includes(shown.toLowerCase()));
    const rows = ["Commands", `> ${pane.input}`, ...hits, "", "enter to select"];
    return { rows, x: 2 + pane.input.length, y: 1 };
  };
  pane.onEnter = () => pane.received.push("CHOSEN");
  return pane;
}

Deno.test("in a palette nothing is chosen: parked, and taken back", async () => {
  for (const lateMs of [0, 120]) {
    const asked = palette(lateMs);
    const report = await probeReady(asked.context, { pane: PANE, server: null });
    assertEquals([report.state, report.reason?.word, asked.input], ["parked", "picker", ""]);
    const pane = palette(lateMs);
    const error = await assertRejects(
      () => deliver(pane.context, { pane: PANE, server: null, text: "Switch theme" }),
      DeliveryError,
    );
    assertEquals([error.word, error.parked?.word], ["not ready", "picker"]);
    assertEquals([pane.received, pane.input], [[], ""]);
    assert(!pane.keys.includes("Enter"));
  }
});

Deno.test("a program that took a key for an answer is not ready, whatever the kernel shows", async () => {
  const pane = fakePane();
  let [echo, answered] = ["", false];
  pane.draw = () => ({ rows: [`Key: ${echo}`], x: 5 + echo.length, y: 0 });
  pane.onText = (text) => {
    if (!answered) pane.foreground = { argv: ["bash", "x"], cooked: true, deaf: true };
    answered = true;
    echo += text;
  };
  pane.onBackspace = () => {};
  const report = await probeReady(pane.context, { pane: PANE, server: null });
  assertEquals(report.state, "parked");
  assert(pane.context.clock.monotonic() < 3000, `${pane.context.clock.monotonic()} ms`);
});
