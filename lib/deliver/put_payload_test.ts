import { assert, assertEquals, assertRejects } from "@std/assert";
import { DeliveryError } from "../core/message/delivery.ts";
import { type FakePane, fakePane, PANE } from "../testing/fake_pane.ts";
import { deliver } from "./deliver.ts";

const LONG = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
const COLUMNS = 40;

/** An input of so many rows that scrolls, its prompt on the first one that is shown. */
function box(rows: number, taken: (text: string) => string = (text) => text): FakePane {
  const pane = fakePane();
  pane.onText = (text, how) =>
    void (pane.input += how === "pasted" && !text.startsWith("Qq7") ? taken(text) : text);
  pane.draw = () => {
    const all = pane.input.split("\n").flatMap((line) =>
      line === "" ? [""] : line.match(new RegExp(`.{1,${COLUMNS}}`, "g")) ?? []
    );
    const shown = all.slice(-rows).map((row, at) => `${at === 0 ? "❯ " : "  "}${row}`);
    return {
      rows: [...pane.transcript, "─────", ...shown, "─────", "? for help"],
      x: Array.from(shown.at(-1) ?? "").length,
      y: pane.transcript.length + shown.length,
    };
  };
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.transcript.push(`> ${pane.input}`);
    pane.input = "";
  };
  return pane;
}

const pastes = (pane: FakePane) => pane.keys.filter((key) => key.startsWith("paste "));
const options = (text: string) => ({ pane: PANE, server: null, text });

/** The first answer of `display-message` for what scrolled away: nothing did. */
function still(pane: FakePane): FakePane {
  pane.facts["alternate_on"] = "1";
  pane.facts["history_size"] = "0";
  return pane;
}

Deno.test("what fits is pasted once, and is seen whole", async () => {
  const pane = still(box(30));
  const { proof } = await deliver(pane.context, options(LONG));
  assertEquals([pane.received, proof, pastes(pane).length], [[LONG], "whole", 1]);
});

Deno.test("a box that scrolls gets the text by pieces, each of which is seen", async () => {
  for (const rows of [5, 3]) {
    const pane = still(box(rows));
    const { proof } = await deliver(pane.context, options(LONG));
    assertEquals([pane.received, proof], [[LONG], "whole"], `${rows} rows`);
    assert(pastes(pane).length > 3, `${pastes(pane).length}`);
  }
});

Deno.test("a box that scrolls and loses something gets no Enter, and is left empty", async () => {
  const ways: readonly ((text: string) => string)[] = [
    (text) => text.slice(1),
    (text) => text.slice(0, -1),
    (text) => text.slice(0, text.length >> 1) + text.slice((text.length >> 1) + 4),
    (text) => text + text.slice(-5),
    (text) => text.replace(/\d/, ""),
    (text) => text.replace(" ", ""),
  ];
  for (const way of ways) {
    for (const rows of [30, 5]) {
      const pane = still(box(rows, way));
      const error = await assertRejects(
        () => deliver(pane.context, options(LONG)),
        DeliveryError,
      );
      assertEquals(
        [error.word, pane.received, pane.input],
        ["not echoed", [], ""],
        `${way} ${rows}`,
      );
    }
  }
});
