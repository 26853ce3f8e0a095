import { assertEquals } from "@std/assert";
import { eventOf, type RecordKind, type RecordSource } from "../records/event.ts";
import { screen } from "../../testing/screens.ts";
import { readFacts } from "./facts.ts";
import type { Evidence } from "./judge.ts";
import { turnOf, withRecord } from "./recorded_turn.ts";

const events = (...kinds: readonly RecordKind[]) =>
  kinds.map((kind, index) => eventOf({ kind, time: index }, "turns"));

Deno.test("record: the last turn, ended or not", () => {
  assertEquals(turnOf(events("prompt", "message", "turn-ended")), { state: "idle", time: 2 });
  assertEquals(turnOf(events("turn-ended", "prompt", "tool")), { state: "active", time: 2 });
  assertEquals(turnOf(events("turn-ended", "queued")), { state: "idle", time: 0 });
  const history: RecordSource = "history";
  assertEquals(turnOf([eventOf({ kind: "prompt" }, history)]), null);
});

Deno.test("record: it decides where what is seen does not, and never against it", () => {
  const sighting = (state: "active" | "idle" | null, rows: readonly string[]) => ({
    ...{ state, by: "x", sure: null, evidence: [] as readonly Evidence[] },
    facts: readFacts({
      ...{ atMs: 0, title: "", screen: screen(rows), cursorShown: false },
      ...{ quietSecs: null, cpuMs: null, pids: null },
    }, { name: "mine", matcher: null }),
  });
  const ended = { state: "idle", time: 1 } as const;
  const began = { state: "active", time: 1 } as const;
  const input = ["> ▮"];
  assertEquals(withRecord(sighting(null, input), ended).state, "idle");
  assertEquals(withRecord(sighting(null, ["a pager", ":▮"]), ended).state, null);
  assertEquals(withRecord(sighting(null, input), began).state, "active");
  assertEquals(withRecord(sighting("active", input), ended).state, "active");
  const idle = withRecord(sighting("idle", input), began);
  assertEquals([idle.state, idle.evidence[0]?.says], ["idle", "active"]);
  assertEquals(withRecord(sighting(null, input), null).evidence, []);
});
