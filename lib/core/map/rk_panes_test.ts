import { assertEquals } from "@std/assert";
import { parseRkPanes } from "./rk_panes.ts";

const row = {
  session: "work",
  session_id: "$1",
  window_index: 2,
  window_id: "@5",
  window_name: "tab\tname",
  window_active: true,
  pane: "%7",
  pane_index: 0,
  pane_active: true,
  command: "node",
  cwd: "/srv/a b",
  agent_state: "idle",
  agent_state_duration: "2m",
};
const parse = (...rows: readonly unknown[]) => parseRkPanes(JSON.stringify(rows));

Deno.test("rk panes: a row, with keys that are not used", () => {
  assertEquals(parse(row), [{
    session: "work",
    windowIndex: 2,
    windowId: "@5",
    tab: "tab\tname",
    pane: "%7",
    command: "node",
    cwd: "/srv/a b",
    state: { state: "idle", idleDuration: "2m", idleSince: null },
  }]);
  assertEquals(parse(), []);
});

Deno.test("rk panes: states outside the three are unknown, durations are idle's alone", () => {
  const state = (agent_state: unknown, agent_state_duration: unknown) =>
    parse({ ...row, agent_state, agent_state_duration })?.[0]?.state;
  assertEquals(state("active", "5s"), { state: "active", idleDuration: null, idleSince: null });
  assertEquals(state("waiting", ""), { state: "waiting", idleDuration: null, idleSince: null });
  assertEquals(state("idle", ""), { state: "idle", idleDuration: null, idleSince: null });
  assertEquals(state("idle", undefined), { state: "idle", idleDuration: null, idleSince: null });
  assertEquals(state("gone", "5s"), { state: null, idleDuration: null, idleSince: null });
  assertEquals(state("", null), { state: null, idleDuration: null, idleSince: null });
  assertEquals(state(null, null), { state: null, idleDuration: null, idleSince: null });
  assertEquals(state(undefined, undefined), { state: null, idleDuration: null, idleSince: null });
});

Deno.test("rk panes: a null window id is tolerated", () => {
  assertEquals(parse({ ...row, window_id: null })?.[0]?.windowId, null);
});

Deno.test("rk panes: any other shape is no answer", () => {
  for (
    const text of ["", "rk: help", "null", "{}", '{"panes":[]}', "[1]", "[null]", "[[]]", "[{}]"]
  ) {
    assertEquals(parseRkPanes(text), null, text);
  }
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    session: [null, 5, undefined],
    window_index: ["2", 1.5, null],
    window_id: [5, {}],
    window_name: [null, []],
    pane: ["7", "", null, "%x", 7],
    command: [null],
    cwd: [undefined, 5],
    agent_state: [5, {}],
    agent_state_duration: [5, []],
  };
  for (const [key, values] of Object.entries(wrong)) {
    for (const value of values) {
      assertEquals(parse(row, { ...row, [key]: value }), null, `${key}: ${value}`);
    }
  }
});
