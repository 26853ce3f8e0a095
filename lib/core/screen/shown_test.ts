import { assert, assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { scrolledEcho } from "./echo.ts";
import { emptyInput, findSentinel } from "./input_line.ts";
import { SENTINEL } from "./readiness.ts";

/** codex 0.171.0 in a pane of 50x20, as it was recorded. */
const HEAD = ["", "  >_ OpenAI Codex (v0.171.0)", "     ~/project", "  permissions: YOLO mode", ""];
const steps = (from: number) =>
  Array.from({ length: 13 - from }, (_, at) => `step ${from + at}: do it;`);

Deno.test("the mark of a box that scrolls, at its right edge, is no part of the text", () => {
  const empty = (input: string, hint: string) =>
    screen(
      [...HEAD, `› ${input}`, "", "  mock default · ~/project", `  ${hint}   ⚠ 1 warning`],
      50,
    );
  const baseline = empty("▮Ask Codex to do anything", "← for agents");
  const line = findSentinel(baseline, empty(`${SENTINEL}▮`, "            "));
  assert(line !== null);
  const input = emptyInput(line, baseline);
  const [first = "", ...others] = steps(2);
  const box = (mark: string) =>
    screen([
      ...HEAD,
      `› ${first}`.padEnd(49) + mark,
      ...others.slice(0, -1).map((step) => `  ${step}`),
      `  ${others.at(-1)}▮`,
      "",
    ], 50);
  const text = steps(1).join("\n");
  const shown = scrolledEcho(text, { baseline, now: box("↑"), input });
  assertEquals([shown?.whole, shown?.rows, shown?.token], [
    false,
    11,
    steps(2).join("").replaceAll(" ", ""),
  ]);
  // What stands there and is no such mark is somebody's.
  assertEquals(scrolledEcho(text, { baseline, now: box("x"), input }), null);
});
