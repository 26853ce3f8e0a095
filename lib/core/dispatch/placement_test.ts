import { assertEquals } from "@std/assert";
import { placeSplit } from "./placement.ts";
import type { PaneRecord } from "./record.ts";

function record(pane: string, panePid: number | null, startedAt: string): PaneRecord {
  return {
    mode: "pane",
    spawnCmd: "worker",
    startedAt: `2026-09-02T10:00:${startedAt}Z`,
    pane,
    window: null,
    server: null,
    socket: null,
    panePid,
    delivered: false,
  };
}

const PANES = [
  { pane: "%1", panePid: 101 },
  { pane: "%4", panePid: 104 },
  { pane: "%7", panePid: 107 },
];

function place(records: readonly PaneRecord[], panes = PANES) {
  return placeSplit({ dispatcher: "%1", panes, records, columnWidth: 35 });
}

const CARVE = { target: "%1", direction: "right", sizePercent: 35 } as const;
const BELOW = { direction: "below", sizePercent: null } as const;

Deno.test("placement: the first worker makes the column, with its width", () => {
  assertEquals(place([]), CARVE);
  assertEquals(place([record("%7", 107, "01")], []), CARVE);
});

Deno.test("placement: a width of 0 leaves it to tmux", () => {
  const placed = placeSplit({ dispatcher: "%1", panes: [], records: [], columnWidth: 0 });
  assertEquals(placed, { ...CARVE, sizePercent: null });
});

Deno.test("placement: the next ones stack, unsized, under the newest live one", () => {
  const old = record("%7", 107, "01");
  const late = record("%4", 104, "02");
  assertEquals(place([old]), { ...BELOW, target: "%7" });
  assertEquals(place([late, old]), { ...BELOW, target: "%4" });
  assertEquals(place([old, late]).target, "%4");
  assertEquals(place([record("%4", 104, "05"), record("%7", 107, "05")]).target, "%7");
});

Deno.test("placement: a pane of another window, a dead one or another's with its id never counts", () => {
  assertEquals(place([record("%9", 109, "01")]), CARVE);
  assertEquals(place([record("%7", 999, "01")]), CARVE);
  assertEquals(place([record("%7", null, "01")]).target, "%7");
});
