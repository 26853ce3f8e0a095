import { assertEquals } from "@std/assert";
import { advance, type AgentEffect, type AgentEvent, BEGINNING } from "./agent_model.ts";

const enter: AgentEvent = { kind: "key", key: { kind: "enter" } };
const text = (text: string): AgentEvent => ({ kind: "key", key: { kind: "text", text } });

function after(...events: AgentEvent[]) {
  let model = BEGINNING;
  const effects: AgentEffect[] = [];
  for (const event of events) {
    const next = advance(model, event);
    model = next.model;
    effects.push(...next.effects);
  }
  return { model, effects };
}

Deno.test("at the wall it waits for a person, and hears nothing but Enter", () => {
  const typed: AgentEvent[] = [text("-"), { kind: "key", key: { kind: "clear" } }];
  const wall = after({ kind: "booted" }, ...typed);
  assertEquals(wall, {
    model: { ...BEGINNING, place: "wall" },
    effects: [{ kind: "state", state: "waiting" }],
  });
  const { model, effects } = after({ kind: "booted" }, ...typed, enter);
  assertEquals([model.place, model.input], ["input", ""]);
  assertEquals(effects.at(-1), { kind: "state", state: "idle" });
});

Deno.test("its input is edited by character, not by code unit", () => {
  const edited = after({ kind: "booted" }, enter, text("a👋"), {
    kind: "key",
    key: { kind: "backspace" },
  });
  assertEquals(edited.model.input, "a");
  assertEquals(
    after({ kind: "booted" }, enter, text("a"), { kind: "key", key: { kind: "clear" } }).model
      .input,
    "",
  );
});

Deno.test("a prompt starts one turn: active, then idle with the answer; Enter waits meanwhile", () => {
  const paste: AgentEvent = { kind: "key", key: { kind: "paste", text: "do it\nnow" } };
  const busy = after({ kind: "booted" }, enter, paste, enter, text("next"), enter);
  assertEquals(busy.effects.slice(2), [
    { kind: "state", state: "active" },
    { kind: "work", text: "do it\nnow", prompt: 1 },
  ]);
  assertEquals([busy.model.input, busy.model.busy], ["next", true]);

  const done = advance(busy.model, { kind: "answered", text: "done" });
  assertEquals(done.effects, [{ kind: "state", state: "idle" }]);
  assertEquals(done.model.said, [
    { by: "person", text: "do it\nnow" },
    { by: "agent", text: "done" },
  ]);
  assertEquals(advance(done.model, enter).effects[1], { kind: "work", text: "next", prompt: 2 });
});

Deno.test("an empty prompt starts nothing", () => {
  assertEquals(after({ kind: "booted" }, enter, text("  "), enter).effects.length, 2);
});
