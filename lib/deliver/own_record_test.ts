import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DeliveryError } from "../core/message/delivery.ts";
import { type FakePane, fakePane, PANE } from "../testing/fake_pane.ts";
import { deliver } from "./deliver.ts";

const TEXT = "do the next job, and then the one behind it";
const HISTORY = "/home/ann/.claude/history.jsonl";
const TURNS = "/home/ann/.claude/projects/-work-shop/s1.jsonl";

const submitted = (display: string) =>
  `${JSON.stringify({ display, project: "/work/shop", sessionId: "s1" })}\n`;
const asked = (content: string) => `${JSON.stringify({ type: "user", message: { content } })}\n`;

/** An agent that writes down what it takes, some time after Enter. */
function writer(
  { lateMs = 100, history = (text) => text, turns = (text) => text, config = "" }: {
    readonly lateMs?: number;
    readonly history?: (text: string) => string | null;
    readonly turns?: (text: string) => string | null;
    readonly config?: string;
  } = {},
): FakePane {
  const pane = fakePane({
    env: { HOME: "/home/ann" },
    files: {
      [HISTORY]: submitted("old"),
      [TURNS]: asked("old"),
      "/home/ann/.claude/sessions/100.json": JSON.stringify({ sessionId: "s1" }),
      "/home/ann/.fab-kit/config.yaml": config,
    },
  });
  const { clock, files } = pane.context;
  const take = pane.onEnter;
  pane.onEnter = () => {
    const text = pane.input;
    take();
    clock.at(clock.monotonic() + lateMs, () => {
      const [first, second] = [history(text), turns(text)];
      if (first !== null) files.append(HISTORY, submitted(first));
      if (second !== null) files.append(TURNS, asked(second));
    });
  };
  return pane;
}

const run = (pane: FakePane, text = TEXT) =>
  deliver(pane.context, { pane: PANE, server: null, text });
const typedAfter = (pane: FakePane) => pane.keys.slice(pane.keys.indexOf("Enter") + 1);

Deno.test("the record proves the text, to the byte", async () => {
  const pane = writer();
  assertEquals((await run(pane)).record, {
    ...{ found: "text", received: "equal", difference: null, turn: true },
  });
  assertEquals(pane.context.out.errors, "");
});

Deno.test("a text that is altered on its way is told, with what differs", async () => {
  const pane = writer({ turns: (text) => text.replaceAll("\t", "    ") });
  const { record } = await run(pane, "a\tb and more of it");
  assertEquals([record?.received, record?.difference], ["altered", "tabs are blanks"]);
  assertStringIncludes(pane.context.out.errors, "got the text altered: tabs are blanks");
});

Deno.test("a record with another text is no delivery, whatever the screen shows; both are told", async () => {
  for (const settings of [{}, { history: () => null }, { turns: () => null }]) {
    const cut = (text: string) => text.slice(17);
    const pane = writer({ history: cut, turns: cut, ...settings });
    const error = await assertRejects(() => run(pane), DeliveryError);
    assertEquals(error.word, "unverified");
    assertStringIncludes(error.message, `"and then the one behind it" instead of "${TEXT}"`);
    assertEquals(pane.received, [TEXT]);
  }
});

Deno.test("a record that says nothing proves nothing: the screen's proof stands", async () => {
  const silent = writer({ history: () => null, turns: () => null });
  assertEquals((await run(silent)).record, null);
  // What was queued before, and goes out meanwhile, is none of this.
  const other = writer({ history: () => null, turns: () => "quite something else" });
  assertEquals((await run(other)).record, null);
});

Deno.test("a command of the agent's own is submitted and no turn", async () => {
  const pane = writer({ turns: () => null });
  const { record } = await run(pane, "/help");
  assertEquals([record?.received, record?.turn], [null, false]);
});

Deno.test("what the screen can't tell the record does, and nothing is typed to find out", async () => {
  const pane = writer({ lateMs: 300 });
  const take = pane.onEnter;
  pane.onEnter = () => {
    const shown = pane.draw();
    take();
    // The screen stays as it was, with the text in the input.
    pane.draw = () => shown;
  };
  assertEquals((await run(pane)).record?.received, "equal");
  assertEquals(typedAfter(pane), []);
});

Deno.test("switched off, nothing of it is read", async () => {
  for (
    const config of [
      "agent: {records: false}",
      "providers: {claude: {records: {read: false}}}",
      "agent: [broken",
    ]
  ) assertEquals((await run(writer({ config }))).record, null, config);
});
