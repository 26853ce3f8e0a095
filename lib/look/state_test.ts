import { assertEquals, assertRejects } from "@std/assert";
import { PaneMissingError } from "../core/errors.ts";
import { fakeExec } from "../testing/fake_exec.ts";
import { createTmux } from "../tmux/tmux.ts";
import { parseStates, readPaneState, readPaneStates, stateCommands } from "./state.ts";

/** What tmux prints for the commands when these values are set on the panes. */
function printed(panes: Readonly<Record<string, readonly (string | undefined)[]>>, mark: string) {
  return Object.entries(panes).map(([pane, [canonical, legacy]]) => {
    const line = (value?: string) => value === undefined ? "" : `${value}\n`;
    return `${mark}:${pane.slice(1)}\n${line(canonical)}${mark}\n${line(legacy)}${mark}\n`;
  }).join("");
}

Deno.test("pane states: values of any look, legacy, unset, and what follows", () => {
  const text = printed({
    "%0": ["idle:5"],
    "%1": [undefined, "active:6"],
    "%12": ["waiting:7:8", "active:1"],
    "%3": [],
    "%4": ["bogus", "active:1"],
    "%5": ["", "active:1"],
    "%6": ["idle:1\nx", "active:1"],
  }, "M");
  const { states, rest } = parseStates(`${text}the screen\n`, "M");
  assertEquals(Object.fromEntries(states), {
    "%0": { state: "idle", epoch: 5 },
    "%1": { state: "active", epoch: 6 },
    "%12": { state: "waiting", epoch: 7 },
    "%3": null,
    "%4": null,
    "%5": { state: "active", epoch: 1 },
    "%6": null,
  });
  assertEquals(rest, "the screen\n");
  assertEquals(parseStates("", "M").states.size, 0);
});

Deno.test("pane state: an empty id and a name are refused before tmux is called", async () => {
  const exec = fakeExec();
  for (const pane of ["", "main", "%", "%x", "%1 ", ":0.1"]) {
    await assertRejects(() => readPaneState(createTmux(exec, null), pane), PaneMissingError);
  }
  assertEquals(exec.calls.length, 0);
});

const source = ["tmux", "-u", "source-file", "-"];
const values = [
  { pane: "%0", target: "$1:2.%0", canonical: "idle:5", legacy: "" },
  { pane: "%1", target: "$1:3.%1", canonical: "", legacy: "" },
  { pane: "%2", target: "$1:4.%2", canonical: "", legacy: "active:6" },
];

Deno.test("pane states: one call when the panes hold what the formats found", async () => {
  const exec = fakeExec().expect(source, "idle:5\nactive:6\n");
  const states = await readPaneStates(createTmux(exec, null), values, { calls: 2 });
  assertEquals([...states.keys()], ["%0", "%2"]);
  assertEquals(states.get("%2"), { state: "active", epoch: 6 });
  assertEquals(
    exec.calls[0]?.options.stdin,
    "show -pqv -t '$1:2.%0' @rk_pane_agent_state\nshow -pqv -t '$1:4.%2' @rk_agent_state\n",
  );
  exec.verify();
});

Deno.test("pane states: a value that leaked from an outer scope is unknown", async () => {
  const answer = (_: unknown, options: { readonly stdin?: string | Uint8Array }) => {
    const mark = / ([0-9a-f]{16}):0\n/.exec(String(options.stdin))?.[1] ?? "none";
    return printed({ "%0": [], "%2": [undefined, "active:6"] }, mark);
  };
  for (const calls of [1, 2] as const) {
    const exec = fakeExec();
    if (calls === 2) exec.expect(source, "active:6\n");
    exec.expect(source, answer);
    const states = await readPaneStates(createTmux(exec, null), values, { calls });
    assertEquals(states.get("%0"), null);
    assertEquals(states.get("%2"), { state: "active", epoch: 6 });
    exec.verify();
  }
});

Deno.test("pane states: nothing is asked when no format finds anything", async () => {
  const exec = fakeExec();
  const none = [{ pane: "%1", target: "$1:3.%1", canonical: "", legacy: "" }];
  assertEquals((await readPaneStates(createTmux(exec, null), none, { calls: 2 })).size, 0);
});

Deno.test("pane states: commands hold nothing that needs quotes", () => {
  for (const word of stateCommands("%7", "0123456789abcdef").flat()) {
    assertEquals(/^[-@%:\w]+$/.test(word), true, word);
  }
});
