import { assertEquals } from "@std/assert";
import {
  aged,
  AGENT_STATES,
  agentStateLabel,
  idleSeconds,
  parseAgentState,
  reportAgentState,
  resolveAgentState,
} from "./agent_state.ts";

const EPOCH = 1751800000;

const idle = (idleDuration: string | null, idleSince: number | null) => ({
  state: "idle" as const,
  idleDuration,
  idleSince,
});

Deno.test("agent state: what parses", () => {
  assertEquals(parseAgentState("idle:1751800000"), { state: "idle", epoch: EPOCH });
  assertEquals(parseAgentState("waiting:1751790000:48213"), {
    state: "waiting",
    epoch: 1751790000,
  });
  assertEquals(parseAgentState(" active:0\n"), { state: "active", epoch: 0 });
  assertEquals(parseAgentState("\tidle:12:1 "), { state: "idle", epoch: 12 });
});

const unknown = [
  ..."|active|idle:notanum|bogus:123|idle:1751800000:0|idle:1751800000:1:2|idle:|:1".split("|"),
  ..."idle:1e3|idle:+5|IDLE:1|Idle:1|idle:1:|idle:1:-3|idle:1:x|idle:1:1.5|idle:1.5|::|:".split(
    "|",
  ),
  ..."idle: 5|idle :5|idle:5 :7|idle:5: 7|idle:0x10|idle:٣|idle:1_000|idle:--5|idle:-".split("|"),
  ..."idle:99999999999999999999|idle:NaN|idle:Infinity|idle:5:1e3|constructor:1|idle;5".split("|"),
  "   ",
  "\n",
  "idle:5\nidle:6",
  "idle\n:5",
  "idle:5\0",
];
for (const raw of unknown) {
  Deno.test(`agent state: ${JSON.stringify(raw)} is unknown`, () => {
    assertEquals(parseAgentState(raw), null);
  });
}

Deno.test("agent state: every state with any epoch and any pid, and nothing near it", () => {
  const digits = () => Math.floor(Math.random() * 10 ** (1 + Math.floor(Math.random() * 10)));
  for (let round = 0; round < 2000; round++) {
    const state = AGENT_STATES[round % 3]!;
    const epoch = digits();
    const pid = digits() + 1;
    assertEquals(parseAgentState(`${state}:${epoch}`), { state, epoch });
    assertEquals(parseAgentState(` ${state}:${epoch}:${pid}\n`), { state, epoch });
    const text = `${state}:${epoch}:${pid}`;
    const at = Math.floor(Math.random() * (text.length - 1)) + 1;
    for (const inside of [" ", "\t", "x", "+", "é"]) {
      assertEquals(parseAgentState(text.slice(0, at) + inside + text.slice(at)), null);
    }
  }
});

Deno.test("agent state: random text never throws and what parses prints back the same", () => {
  const alphabet = "adeiltvwcgn:0159 -+\n";
  for (let round = 0; round < 20000; round++) {
    let raw = "";
    for (let left = Math.random() * 16; left > 0; left--) {
      raw += alphabet[Math.floor(Math.random() * alphabet.length)];
    }
    const state = parseAgentState(raw);
    if (state === null) continue;
    const [name, epoch] = raw.trim().split(":");
    assertEquals([state.state as string, state.epoch], [name, Number(epoch)]);
  }
});

Deno.test("agent state: the retired name answers only where the current one is unset or empty", () => {
  const legacy = `active:${EPOCH}`;
  assertEquals(resolveAgentState(null, legacy)?.state, "active");
  assertEquals(resolveAgentState("", legacy)?.state, "active");
  assertEquals(resolveAgentState("waiting:1:2", legacy)?.state, "waiting");
  assertEquals(resolveAgentState("bogus:1", legacy), null);
  assertEquals(resolveAgentState(null, null), null);
  assertEquals(resolveAgentState("", ""), null);
});

Deno.test("agent state: a duration for idle only, never negative", () => {
  const at = (raw: string, now: number) => reportAgentState(parseAgentState(raw), now * 1000);
  assertEquals(at(`idle:${EPOCH}`, EPOCH + 125), idle("2m", EPOCH));
  assertEquals(at(`idle:${EPOCH}`, EPOCH - 50), idle("0s", EPOCH));
  assertEquals(at(`active:${EPOCH}`, EPOCH + 125), {
    state: "active",
    idleDuration: null,
    idleSince: null,
  });
  assertEquals(at("nothing", EPOCH), { state: null, idleDuration: null, idleSince: null });
});

Deno.test("agent state: a report grows older, where it is known since when", () => {
  const later = (EPOCH + 7200) * 1000;
  assertEquals(aged(idle("2m", EPOCH), later), idle("2h", EPOCH));
  assertEquals(aged(idle("2m", null), later), idle("2m", null));
  assertEquals(idleSeconds(idle("2m", EPOCH), later), 7200);
  assertEquals(idleSeconds(idle("2m", null), later), 120);
  assertEquals(idleSeconds(idle(null, null), later), 0);
  assertEquals(idleSeconds({ ...idle(null, null), state: "active" }, later), null);
});

Deno.test("agent state: labels", () => {
  assertEquals(agentStateLabel(idle("2m", null)), "idle (2m)");
  assertEquals(agentStateLabel(idle(null, null)), "idle");
  assertEquals(agentStateLabel({ ...idle(null, null), state: "waiting" }), "waiting");
  assertEquals(agentStateLabel({ ...idle(null, null), state: null }), "—");
});
