import { assertEquals, assertRejects } from "@std/assert";
import { DeliveryError } from "../../core/message/delivery.ts";
import { type FakePane, fakePane, PANE } from "../../testing/fake_pane.ts";
import { deliver } from "../deliver.ts";

const TEXT = "do the next job";
const PROMPT = "worker> ";

/**
 * A line editor that works on each line: the terminal is put back meanwhile, so that the kernel shows
 * what is typed, in front of what the program writes then.
 */
function worker(
  { workMs, keeps = false, says = [] }: {
    readonly workMs: number;
    /** It keeps its terminal, and shows nothing while it works. */
    readonly keeps?: boolean;
    readonly says?: readonly string[];
  },
): FakePane {
  const pane = fakePane();
  const { clock } = pane.context;
  let works = false;
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.transcript.push(PROMPT + pane.input);
    pane.input = "";
    works = true;
    pane.foreground.cooked = !keeps;
    clock.at(clock.monotonic() + workMs, () => {
      works = false;
      pane.foreground.cooked = false;
      const [first = "", ...rest] = [...says, ""];
      if (says.length > 0) pane.transcript.push(pane.input + first, ...rest.slice(0, -1));
    });
  };
  pane.draw = () => {
    const last = works ? (keeps ? "" : pane.input) : PROMPT + pane.input;
    const rows = [...pane.transcript, last];
    return { rows, x: last.length, y: rows.length - 1 };
  };
  return pane;
}

const typed = (pane: FakePane) => pane.keys.slice(pane.keys.indexOf("Enter") + 1);

Deno.test("a line editor that works on its line is delivered to, and nothing more is typed", async () => {
  for (const says of [[], ["done: 15 characters"]]) {
    for (const workMs of [40, 1030, 1100, 1200, 1500, 3000, 60_000]) {
      const pane = worker({ workMs, says });
      await deliver(pane.context, { pane: PANE, server: null, text: TEXT });
      assertEquals([pane.received, pane.input, typed(pane)], [[TEXT], "", []], `${workMs} ms`);
    }
  }
});

Deno.test("one that keeps its terminal is given some time before anything is typed", async () => {
  for (const workMs of [1030, 1200, 3000, 4500]) {
    const pane = worker({ workMs, keeps: true, says: ["done"] });
    await deliver(pane.context, { pane: PANE, server: null, text: TEXT });
    assertEquals([pane.received, typed(pane)], [[TEXT], []], `${workMs} ms`);
  }
});

Deno.test("a program that puts its terminal back and ends has not taken the text", async () => {
  const pane = worker({ workMs: 60_000 });
  const { clock } = pane.context;
  const work = pane.onEnter;
  pane.onEnter = () => {
    work();
    pane.received.pop();
    clock.at(clock.monotonic() + 1200, () => void (pane.foreground.reader = 101));
  };
  const error = await assertRejects(
    () => deliver(pane.context, { pane: PANE, server: null, text: TEXT }),
    DeliveryError,
  );
  assertEquals([error.word, pane.received], ["unverified", []]);
});
