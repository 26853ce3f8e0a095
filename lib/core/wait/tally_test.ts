import { assertEquals } from "@std/assert";
import type { AgentStateName } from "../agent_state.ts";
import { anyGone, awaitText } from "./report.ts";
import { createTally } from "./tally.ts";
import type { PaneMoment } from "./wish.ts";

const gone: PaneMoment = { alive: false, state: null, screen: null, exited: false };
const at = (state: AgentStateName, epoch = 1): PaneMoment => ({
  ...gone,
  alive: true,
  state: { state, epoch },
});
const options = { panes: ["%1", "%2"], state: { states: ["idle"] as const }, pattern: null };

Deno.test("tally: any ends with the first, all when each has answered once", () => {
  const any = createTally({ ...options, mode: "any" });
  any.observe("%1", at("active"));
  assertEquals([any.settled, any.pending], [false, ["%1", "%2"]]);
  assertEquals(any.outcomes().map(({ signal }) => signal), ["running", "running"]);
  any.observe("%2", at("idle"));
  assertEquals([any.settled, any.outcomes()], [true, [{ pane: "%2", signal: "idle" }]]);

  const all = createTally({ ...options, mode: "all" });
  all.observe("%2", at("idle"));
  assertEquals([all.settled, all.pending], [false, ["%1"]]);
  all.observe("%2", gone);
  all.observe("%1", gone);
  assertEquals(all.settled, true);
  const answer = { file: false, panes: all.outcomes() } as const;
  assertEquals(awaitText(answer, 2), "gone %1\nidle %2\n");
  assertEquals(anyGone(answer), true);
});

Deno.test("tally: a turn is seen to be another one by any state in between", () => {
  const baseline = { state: "idle", epoch: 1 } as const;
  const tally = createTally({
    panes: ["%1"],
    mode: "any",
    state: { states: ["idle"], newerThan: { baseline } },
    pattern: null,
  });
  tally.observe("%1", at("idle"));
  assertEquals(tally.settled, false);
  tally.observe("%1", at("active"));
  assertEquals(tally.settled, false);
  tally.observe("%1", at("idle"));
  assertEquals(tally.outcomes(), [{ pane: "%1", signal: "idle" }]);
});

Deno.test("await report: one word for one pane; a file is no pane's", () => {
  assertEquals(awaitText({ file: true }, 2), "file\n");
  assertEquals(anyGone({ file: true }), false);
  const running = { file: false, panes: [{ pane: "%1", signal: "running" }] } as const;
  assertEquals([awaitText(running, 1), anyGone(running)], ["running\n", false]);
});
