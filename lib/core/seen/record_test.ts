import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { readFacts } from "./facts.ts";
import { judge } from "./judge.ts";
import { KNOWN_SIGNALS } from "./known_signals.ts";
import { formatRecord, parseRecord, type RecordedLook } from "./record.ts";
import { matcherOf } from "./signals.ts";
import { follow, type Track } from "./track.ts";

const matcher = matcherOf("kimi", KNOWN_SIGNALS["kimi"] ?? {});
const BOX = ["╭─────╮", "│ > ▮ │", "╰─────╯"];
const SCREENS = [
  ...Array.from(
    { length: 6 },
    (_, turn) => ["my secret", ` ${turn % 2 ? "🌔" : "🌓"} · Tip`, ...BOX],
  ),
  ...Array.from({ length: 8 }, () => ["my secret", ...BOX]),
];

function looks(withText: boolean): readonly RecordedLook[] {
  let track: Track | null = null;
  return SCREENS.map((rows, index) => {
    const glimpse = {
      ...{ atMs: index * 250, title: "my title", screen: screen(rows), cursorShown: false },
      ...{ quietSecs: null, cpuMs: null, pids: null },
    };
    const facts = readFacts(glimpse, { name: "kimi", matcher });
    track = follow(track, facts);
    const { state } = judge(track, matcher);
    const text = { title: glimpse.title, rows: glimpse.screen.rows };
    return withText ? { facts, state, text } : { facts, state };
  });
}

const head = {
  format: 1 as const,
  agent: "kimi",
  signals: { stillMs: matcher.stillMs, workAlways: matcher.workAlways },
};

Deno.test("record: read back, it is judged as it was", () => {
  const recorded = parseRecord(formatRecord(head, looks(false)));
  assertEquals(recorded?.head, head);
  let track: Track | null = null;
  const states = recorded?.looks.map((look) => {
    track = follow(track, look.facts);
    return [look.state, judge(track, head.signals).state];
  }) ?? [];
  assertEquals(states.length, SCREENS.length);
  for (const [then, now] of states) assertEquals(now, then);
  assertEquals([states[0]?.[1], states.at(-1)?.[1]], ["active", "idle"]);
});

Deno.test("record: nothing of the text is in it, unless it was asked for", () => {
  assertEquals(/secret|my title|Tip/.test(formatRecord(head, looks(false))), false);
  assertEquals(/secret.*/.test(formatRecord(head, looks(true))), true);
});

Deno.test("record: what is no recording", () => {
  for (const text of ["", "x", "{}", '{"format":2}']) assertEquals(parseRecord(text), null);
});
