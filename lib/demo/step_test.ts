import { assertEquals } from "@std/assert";
import { stepText } from "./step.ts";

Deno.test("a step is one line, with what a pane shows below it", () => {
  assertEquals(
    stepText({ name: "open", ms: 268.4, text: "pane %1" }),
    "  open      268 ms  pane %1\n",
  );
  assertEquals(
    stepText({ name: "capture", ms: 9, text: "the screen", screen: ["a ", "", "b"] }),
    "  capture     9 ms  the screen\n    a\n\n    b\n",
  );
});
