import { assert, assertEquals, assertRejects } from "@std/assert";
import { DeliveryError } from "../core/message/delivery.ts";
import { FEELER, SENTINEL } from "../core/screen/readiness.ts";
import { type FakePane, fakePane, LOCK, PANE } from "../testing/fake_pane.ts";
import { probeReady } from "./ready.ts";

async function probe(pane: FakePane, waitSecs = 0) {
  const report = await probeReady(pane.context, { pane: PANE, server: null, waitSecs });
  assertEquals(await pane.context.files.lockHolder(LOCK), null);
  return report;
}

/** A wall that shows nothing of what is typed. */
function wall(pane: FakePane, rows: () => readonly string[]): void {
  pane.onText = () => {};
  pane.draw = () => ({ rows: rows(), x: 0, y: 0 });
}

Deno.test("ready: the sentinel shows, and exactly what was typed is taken back", async () => {
  const typed = FEELER.length + SENTINEL.length;
  // Before somebody's text two backspaces go ahead, to see whether several at once are taken.
  const drafts: readonly (readonly [string, readonly string[]])[] = [
    ["", [`BSpace*${typed}`]],
    ["half a thought", ["BSpace*2", `BSpace*${typed - 2}`]],
  ];
  for (const [draft, back] of drafts) {
    const pane = fakePane();
    pane.input = draft;
    const nothing = { reason: null, snippet: null, lines: [], leftover: false };
    assertEquals(await probe(pane), { state: "ready", ...nothing });
    assertEquals(pane.keys, [`"${FEELER}"`, `"${SENTINEL}"`, ...back]);
    assertEquals(pane.input, draft);
  }
});

Deno.test("where several backspaces at once are text, they go one by one", async () => {
  for (const draft of ["", "half a thought"]) {
    const pane = fakePane();
    pane.input = draft;
    const one = pane.onBackspace;
    pane.onBackspace = (count) => {
      if (count === 1) one(1);
      else pane.input += "\u007f".repeat(count);
    };
    assertEquals((await probe(pane)).state, "ready");
    assertEquals(pane.input, draft);
  }
});

Deno.test("a ready pane costs seven tmux calls, and two looks at its processes", async () => {
  const pane = fakePane();
  await probe(pane);
  const ran = (program: string) =>
    pane.context.exec.calls.filter((call) => call.argv[0] === program).length;
  assertEquals([ran("tmux"), ran("/bin/sh")], [7, 2]);
});

Deno.test("parked: a still wall gets no letter, and a backspace at the end", async () => {
  const pane = fakePane();
  wall(pane, () => ["Do you trust this folder?", "❯ 1. Yes"]);
  const report = await probe(pane);
  assertEquals(report.state, "parked");
  assertEquals(report.lines, ["Do you trust this folder?", "❯ 1. Yes"]);
  assertEquals(pane.keys, [`"${FEELER}"`, "BSpace"]);
});

Deno.test("booting: blank, or still changing", async () => {
  const blank = fakePane();
  wall(blank, () => ["", ""]);
  assertEquals((await probe(blank)).state, "booting");
  assertEquals((await probe(blank)).snippet, null);
  const clock = fakePane();
  wall(clock, () => [`Loading ${Math.floor(clock.context.clock.monotonic())}`]);
  assertEquals((await probe(clock)).state, "booting");
});

Deno.test("an earlier prompt that begins with a dash is not the dash that was typed", async () => {
  const pane = fakePane();
  // codex 0.171.0 in 50 columns: its hint goes when something is typed, and so a row is new.
  pane.draw = () => ({
    rows: [
      "› -t %0 --help",
      "",
      `› ${pane.input || "Ask Codex to do anything"}`,
      "",
      `  ${pane.input === "" ? "← for agents" : "            "}          ⚠ 2 warnings · f2 to view`,
    ],
    x: 2 + pane.input.length,
    y: 2,
  });
  assertEquals((await probe(pane)).state, "ready");
  assertEquals(pane.input, "");
});

Deno.test("a spinner of dashes gets no letter", async () => {
  const pane = fakePane();
  const turn = () => "|/-\\"[Math.floor(pane.context.clock.monotonic() / 100) % 4];
  wall(pane, () => [`Waiting for login ${turn()}`]);
  assertEquals((await probe(pane)).state, "booting");
  assert(!pane.keys.some((key) => key.includes(SENTINEL)), pane.keys.join(" "));
});

Deno.test("a menu with dashes that comes up meanwhile gets no letter", async () => {
  const pane = fakePane();
  const menu = ["------", "Run this read-only command?", "- [a]pprove - [e]dit"];
  const upAt = pane.context.clock.monotonic() + 300;
  wall(pane, () => pane.context.clock.monotonic() < upAt ? ["", "", ""] : menu);
  assertEquals((await probe(pane)).state, "parked");
  assert(!pane.keys.some((key) => key.includes(SENTINEL)), pane.keys.join(" "));
  const typed = pane.keys.filter((key) => key === `"${FEELER}"`).length;
  assertEquals(pane.keys.filter((key) => key === "BSpace").length, typed);
});

Deno.test("an input below words with dashes that stream past is ready", async () => {
  const pane = fakePane();
  const words = (line: number) => `- ${"abcdefghij"[line % 10]?.repeat(1 + line % 7)} -`;
  pane.draw = () => {
    const line = Math.floor(pane.context.clock.monotonic() / 5);
    const rows = [words(line), words(line + 1), words(line + 2), `> ${pane.input}`];
    return { rows, x: 2 + pane.input.length, y: 3 };
  };
  assertEquals((await probe(pane)).state, "ready");
  assertEquals(pane.input, "");
});

Deno.test("keys that would go astray are not typed: parked", async () => {
  for (const fact of ["pane_dead", "pane_input_off", "pane_synchronized"]) {
    const pane = fakePane();
    pane.facts[fact] = "1";
    assertEquals((await probe(pane)).state, "parked");
    assertEquals(pane.keys, [], fact);
  }
  const mode = fakePane();
  mode.facts["pane_in_mode"] = "1";
  mode.answer = (words) => words.includes("-X") ? {} : null;
  assertEquals((await probe(mode)).state, "parked");
  assertEquals(mode.keys, []);
});

Deno.test("--wait probes until it is ready, or tells what it is at the end", async () => {
  const pane = fakePane();
  const take = pane.onText;
  pane.onText = () => {};
  pane.context.clock.at(9000, () => void (pane.onText = take));
  assertEquals((await probe(pane, 30)).state, "ready");
  const never = fakePane();
  never.onText = () => {};
  assertEquals((await probe(never, 10)).state, "parked");
  const took = never.context.clock.monotonic();
  assert(took >= 10_000 && took < 15_000, `${took} ms`);
});

Deno.test("a sentinel that can't be taken back is told", async () => {
  const pane = fakePane();
  pane.answer = (words) => words.includes("BSpace") || words.includes("C-u") ? {} : null;
  const report = await probe(pane);
  assertEquals([report.state, report.leftover], ["ready", true]);
});

Deno.test("a probe waits for a delivery to end", async () => {
  const pane = fakePane();
  pane.context.files.holdLock(LOCK, "pid 77");
  const ask = () => probeReady(pane.context, { pane: PANE, server: null });
  const error = await assertRejects(ask, DeliveryError, "busy: pane %1 is held by another sender");
  assertEquals([error.word, pane.keys], ["busy", []]);
});
