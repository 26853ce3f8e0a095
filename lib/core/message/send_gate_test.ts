import { assertEquals, assertMatch } from "@std/assert";
import { refusalReason, sendableStates, sendGate, untilDistinct } from "./send_gate.ts";

Deno.test("send gate: every state and intent", () => {
  const intents = ["plain", "answer", "force"] as const;
  const row = (state: Parameters<typeof sendGate>[0]) =>
    intents.map((intent) => sendGate(state, intent));
  assertEquals(row("idle"), ["send", "send", "send"]);
  assertEquals(row("active"), ["refuse", "refuse", "send"]);
  assertEquals(row("waiting"), ["refuse", "send", "send"]);
  assertEquals(row(null), ["send with a warning", "send with a warning", "send"]);
});

Deno.test("send gate: what holding waits for is what may be sent to", () => {
  for (const intent of ["plain", "answer", "force"] as const) {
    for (const state of ["active", "waiting", "idle"] as const) {
      assertEquals(sendableStates(intent).includes(state), sendGate(state, intent) === "send");
    }
  }
});

Deno.test("send gate: a baseline of this very second is waited out, no other", () => {
  const at = (epoch: number, nowMs: number) => untilDistinct({ state: "idle", epoch }, nowMs);
  assertEquals(at(100, 100_250), 750);
  assertEquals(at(100, 100_000), 1000);
  assertEquals(at(100, 100_999), 1);
  assertEquals(at(100, 101_000), 0);
  assertEquals(at(99, 100_250), 0);
  assertEquals(at(200, 100_250), 0, "a stamp from the future");
  assertEquals(untilDistinct(null, 100_250), 0);
});

Deno.test("send gate: a refusal names the way out", () => {
  assertMatch(refusalReason("waiting", "plain"), /waiting .*--answer/);
  assertMatch(refusalReason("active", "plain"), /active.*--hold/);
  assertMatch(refusalReason("active", "answer"), /active.*--hold/);
});
