import { NOTHING_SEEN_ROW } from "./seen_row.ts";
import { assertEquals } from "@std/assert";
import type { AgentStateName } from "../agent_state.ts";
import type { MapRow } from "./row.ts";
import { agedMap, fitRows, mapSummary, neediestPane } from "./watch.ts";

const NOW = 1_751_800_000;

/** `waiting`, `active`, `-`, or `idle` with seconds: `idle 90`; `idle 2m` as rk tells it. */
function row(pane: string, words: string): MapRow {
  const [state, time] = words.split(" ");
  const told = /[smh]$/.test(time ?? "");
  return {
    session: "s",
    windowIndex: 0,
    windowId: "@0",
    pane,
    tab: "t",
    cwd: "/",
    command: "c",
    state: {
      state: state === "-" ? null : state as AgentStateName,
      idleDuration: told ? time ?? null : null,
      idleSince: time === undefined || told ? null : NOW - Number(time),
    },
    seen: NOTHING_SEEN_ROW,
    place: {
      worktree: null,
      repo: null,
      isFab: false,
      change: null,
      stage: null,
      displayState: null,
      prUrl: null,
      prNumber: null,
    },
  };
}

const map = (...words: readonly string[]) => words.map((state, at) => row(`%${at}`, state));
const next = (rows: readonly MapRow[], current: string | null) =>
  neediestPane(rows, current, NOW * 1000)?.pane ?? null;

Deno.test("summary: what needs a person first, nothing for none", () => {
  assertEquals(
    mapSummary(map("idle 1", "active", "waiting", "-", "waiting", "idle 2", "idle 3")),
    "2 waiting · 1 active · 3 idle",
  );
  assertEquals(mapSummary(map("idle 1", "-")), "1 idle");
  assertEquals(mapSummary(map("-")), "");
  assertEquals(mapSummary([]), "");
});

Deno.test("next: the waiting panes in turn, from the current one on and round", () => {
  const rows = map("waiting", "active", "waiting", "idle 900", "waiting");
  assertEquals(next(rows, null), "%0");
  assertEquals(next(rows, "%0"), "%2");
  assertEquals(next(rows, "%1"), "%2");
  assertEquals(next(rows, "%2"), "%4");
  assertEquals(next(rows, "%4"), "%0");
  assertEquals(next(rows, "%77"), "%0");
});

Deno.test("next: without one that waits the longest idle, however that is told", () => {
  assertEquals(next(map("idle 10", "active", "idle 7000", "idle 100"), "%1"), "%2");
  assertEquals(next(map("idle 4000", "idle 6500"), null), "%1", "both are 1h");
  assertEquals(next(map("idle 3m", "idle 2h", "idle 59s"), null), "%1");
  assertEquals(next(map("waiting", "idle 5", "-"), "%0"), "%1", "the current one is no choice");
});

Deno.test("next: nobody else", () => {
  assertEquals(next(map("waiting"), "%0"), null);
  assertEquals(next(map("idle 5", "active", "-"), "%0"), null);
  assertEquals(next([], null), null);
});

Deno.test("time alone: durations grow", () => {
  const [first] = agedMap(map("idle 10"), (NOW + 120) * 1000);
  assertEquals(first?.state.idleDuration, "2m");
});

Deno.test("a frame never has more rows than the screen", () => {
  const lines = ["a", "b", "c", "d"];
  assertEquals(fitRows(lines, 9), lines);
  assertEquals(fitRows(lines, 4), lines);
  assertEquals(fitRows(lines, 3), ["a", "b", "… 2 more"]);
  assertEquals(fitRows(lines, 1), ["… 4 more"]);
  assertEquals(fitRows(lines, 0), []);
});
