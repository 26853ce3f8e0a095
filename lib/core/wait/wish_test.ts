import { assert, assertEquals, assertThrows } from "@std/assert";
import type { AgentState } from "../agent_state.ts";
import {
  hasBegun,
  hasMoved,
  type PaneMoment,
  type PaneWish,
  parsePattern,
  parseStates,
  screenForPattern,
  signalOf,
} from "./wish.ts";
import { UsageError } from "../errors.ts";

const idle: AgentState = { state: "idle", epoch: 5 };
const moment = (changes: Partial<PaneMoment> = {}): PaneMoment => ({
  ...{ alive: true, state: idle, screen: null, exited: false },
  ...changes,
});
const wish = (changes: Partial<PaneWish> = {}): PaneWish => ({
  ...{ state: null, pattern: null },
  ...changes,
});

Deno.test("signal: a state that was asked for, and no other", () => {
  const idleOrWaiting = wish({ state: { states: ["idle", "waiting"] } });
  assertEquals(signalOf(idleOrWaiting, moment(), false), "idle");
  assertEquals(
    signalOf(idleOrWaiting, moment({ state: { state: "waiting", epoch: 1 } }), false),
    "waiting",
  );
  assertEquals(
    signalOf(idleOrWaiting, moment({ state: { state: "active", epoch: 1 } }), false),
    null,
  );
  assertEquals(signalOf(idleOrWaiting, moment({ state: null }), false), null);
  assertEquals(signalOf(wish(), moment(), false), null);
  const orUnknown = wish({ state: { states: ["idle"], orUnknown: true } });
  assertEquals(signalOf(orUnknown, moment({ state: null }), false), "unknown");
});

Deno.test("signal: of several the one that says most, and gone before all", () => {
  const all = wish({ state: { states: ["idle"] }, pattern: /done/m });
  const everything = moment({ screen: "done", exited: true });
  assertEquals(signalOf(all, everything, false), "pattern");
  assertEquals(signalOf(all, { ...everything, screen: "more" }, false), "exited");
  assertEquals(signalOf(all, { ...everything, alive: false }, false), "gone");
  assertEquals(signalOf(all, moment(), false), "idle");
});

Deno.test("signal: a state that is not newer never answers", () => {
  const newer = wish({ state: { states: ["idle"], newerThan: { baseline: idle } } });
  assertEquals(signalOf(newer, moment(), false), null);
  assertEquals(signalOf(newer, moment(), true), "idle");
  const state = newer.state ?? { states: [] };
  assertEquals(hasMoved(state, idle), false);
  assertEquals(hasMoved(state, { state: "idle", epoch: 6 }), true);
  assertEquals(hasMoved(state, { state: "active", epoch: 5 }), true);
  assertEquals(hasMoved(state, null), true);
  const unknown = { states: [], newerThan: { baseline: null } };
  assertEquals([hasMoved(unknown, null), hasMoved(unknown, idle)], [false, true]);
});

Deno.test("states: a list, each once; anything else is wrong usage", () => {
  assertEquals(parseStates("idle,waiting,idle", "until"), ["idle", "waiting"]);
  for (const wrong of ["", "idle,", "busy", "IDLE", "idle, waiting", "unknown"]) {
    assertThrows(() => parseStates(wrong, "until"), UsageError, "--until");
  }
});

Deno.test("pattern: lines of the screen, in either dialect; what is wrong in both is refused", () => {
  const screen = screenForPattern("one  \n\n語 ok   \n\n\n");
  assertEquals(screen, "one\n\n語 ok");
  assert(parsePattern("^one$").test(screen));
  assert(parsePattern("ok$").test(screen));
  assert(parsePattern("\\p{Script=Han}").test(screen));
  assert(parsePattern("o\\-*k").test(screen));
  assert(!parsePattern("^ok").test(screen));
  assertThrows(() => parsePattern("(a"), UsageError, '--pattern: "(a" is no regular expression');
  assertThrows(() => parsePattern(""), UsageError, "empty");
});

Deno.test("signal: what is seen answers where no hook wrote a state", () => {
  const seen = { state: "idle", undecided: false, rests: false, stillSecs: 9 } as const;
  const at = (changes: Partial<PaneMoment>) => moment({ state: null, seen, ...changes });
  const idleWish = wish({ state: { states: ["idle"] } });
  assertEquals(signalOf(idleWish, at({}), false), "idle");
  assertEquals(signalOf(idleWish, at({ seen: { ...seen, undecided: true } }), false), null);
  assertEquals(signalOf(idleWish, at({ seen: { ...seen, state: "active" } }), false), null);
  assertEquals(signalOf(idleWish, at({ state: { state: "active", epoch: 1 } }), false), null);
  const orUnknown = wish({ state: { states: ["idle"], orUnknown: true } });
  const undecided = { ...seen, state: null, undecided: true };
  assertEquals(signalOf(orUnknown, at({ seen: undecided }), false), null);
  assertEquals(
    signalOf(orUnknown, at({ seen: { ...undecided, undecided: false } }), false),
    "unknown",
  );
});

Deno.test("signal: a turn that gives nothing is stalled, by hook or by sight", () => {
  const stalled = wish({ state: { states: ["idle"] }, stalledSecs: 60 });
  const seen = { state: "active", undecided: false, rests: false, stillSecs: 61 } as const;
  assertEquals(signalOf(stalled, moment({ state: null, seen }), false), "stalled");
  const hook = { state: "active", epoch: 1 } as const;
  assertEquals(signalOf(stalled, moment({ state: hook, seen }), false), "stalled");
  assertEquals(
    signalOf(stalled, moment({ state: null, seen: { ...seen, stillSecs: 59 } }), false),
    null,
  );
  assertEquals(signalOf(stalled, moment({ state: idle, seen }), false), "idle");
});

Deno.test("signal: after a message an idle that is seen counts once a turn was, or it has rested", () => {
  const seen = { state: "idle", undecided: false, rests: false, stillSecs: 0 } as const;
  assertEquals(hasBegun(moment({ state: null, seen })), false);
  assertEquals(hasBegun(moment({ state: null, seen: { ...seen, state: "active" } })), true);
  assertEquals(hasBegun(moment({ state: null, seen: { ...seen, rests: true } })), true);
});
