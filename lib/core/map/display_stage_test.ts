import { assertEquals } from "@std/assert";
import { displayStage, PROGRESS_STATES } from "./display_stage.ts";
import { STAGES } from "../stages.ts";

const cases: readonly (readonly [Record<string, unknown>, string])[] = [
  [{}, "intake pending"],
  [{ intake: "pending", apply: "pending" }, "intake pending"],
  [{ intake: "done", apply: "active", review: "pending" }, "apply active"],
  [{ intake: "failed", apply: "active" }, "apply active"],
  [{ intake: "ready", apply: "failed", review: "failed" }, "apply failed"],
  [{ intake: "done", apply: "ready", review: "ready" }, "apply ready"],
  [{ intake: "done", apply: "done", review: "pending" }, "apply done"],
  [{ intake: "done", apply: "done", review: "skipped" }, "review skipped"],
  [{ hydrate: "active", apply: "active" }, "apply active"],
  [{ "review-pr": "done", intake: "done" }, "review-pr done"],
  [{ tasks: "active", apply: "done" }, "apply done"],
  [{ apply: "ACTIVE", review: null, ship: 3, hydrate: ["active"] }, "intake pending"],
];
for (const [progress, expected] of cases) {
  Deno.test(`display stage: ${JSON.stringify(progress)} is ${expected}`, () => {
    const { stage, state } = displayStage(progress);
    assertEquals(`${stage} ${state}`, expected);
  });
}

Deno.test("display stage: keeps to the rule for any progress", () => {
  for (let round = 0; round < 3000; round++) {
    const progress: Record<string, string> = {};
    for (const stage of STAGES.toSorted(() => Math.random() - 0.5)) {
      progress[stage] = PROGRESS_STATES[Math.floor(Math.random() * PROGRESS_STATES.length)]!;
    }
    const { stage, state } = displayStage(progress);
    const states = STAGES.map((name) => progress[name]);
    const at = STAGES.indexOf(stage as typeof STAGES[number]);
    const better = ["active", "failed", "ready"].find((name) => states.includes(name));
    if (better !== undefined) {
      assertEquals([state as string, at], [better, states.indexOf(better)]);
    } else if (states.some((name) => name !== "pending")) {
      assertEquals(states[at], state);
      assertEquals(states.slice(at + 1).every((name) => name === "pending"), true);
    } else assertEquals([stage, state], ["intake", "pending"]);
  }
});
