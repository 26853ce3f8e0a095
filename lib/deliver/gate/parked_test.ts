import { assert, assertEquals, assertRejects } from "@std/assert";
import { DeliveryError } from "../../core/message/delivery.ts";
import { type FakePane, fakePane, PANE } from "../../testing/fake_pane.ts";
import { deliver } from "../deliver.ts";
import { probeReady } from "../ready.ts";

const at = { pane: PANE, server: null };

function asks(pane: FakePane, row: string): FakePane {
  pane.draw = () => ({ rows: ["some output", row], x: row.length, y: 1 });
  return pane;
}

/** Asks and delivers; neither may type, nor take long, nor try twice. */
async function assertParked(make: () => FakePane, word: string, detail: string) {
  const asked = make();
  const report = await probeReady(asked.context, at);
  assertEquals([report.state, report.reason], ["parked", { word, detail }]);
  const pane = make();
  const error = await assertRejects(
    () => deliver(pane.context, { ...at, text: "fix the tests" }),
    DeliveryError,
  );
  assertEquals([error.word, error.parked], ["not ready", { word, detail }]);
  for (const { keys, context } of [asked, pane]) {
    assertEquals(keys, []);
    assert(context.clock.monotonic() < 1000, `${context.clock.monotonic()} ms`);
  }
}

Deno.test("a question at the cursor gets no key", async () => {
  for (const row of ["Overwrite? [Y/n] ", "Press any key to continue", "Delete it? "]) {
    await assertParked(() => asks(fakePane(), row), "question", row.trim());
  }
});

Deno.test("a terminal without echo is asked for a secret", async () => {
  const make = () => {
    const pane = asks(fakePane(), "Vault: ");
    pane.foreground = { argv: ["sudo", "-s"], cooked: true, secret: true };
    return pane;
  };
  await assertParked(make, "question", "Vault:");
});

Deno.test("a pager and an editor get no key", async () => {
  for (const argv of [["less", "a.txt"], ["/usr/bin/vim.basic"]]) {
    const make = () => {
      const pane = fakePane();
      pane.foreground = { argv, cooked: false };
      return pane;
    };
    await assertParked(make, "program", argv[0] === "less" ? "less" : "vim");
  }
});
