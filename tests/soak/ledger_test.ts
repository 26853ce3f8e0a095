import { assertEquals } from "@std/assert";
import { judge, reportOf } from "./ledger.ts";

Deno.test("what was lost, came twice, came after all or came changed is found", () => {
  const sent = new Map(
    [["a", "delivered"], ["b", "delivered"], ["c", "refused"], ["d", "unknown"], [
      "e",
      "unknown",
    ]] as const,
  );
  assertEquals(judge(sent, ["a", "d"]), ['lost: "b" was reported delivered']);
  assertEquals(judge(sent, ["a", "b", "b", "c", "e", "e", "x"]), [
    'twice: "b" arrived 2 times (delivered)',
    'arrived: "c" was reported refused',
    'twice: "e" arrived 2 times (unknown)',
    'changed: "x" arrived and was never sent',
  ]);
});

Deno.test("a report is read from the exit code and the first words", () => {
  const of = (code: number, stderr = "") => reportOf({ code, stderr });
  assertEquals(of(0), "delivered");
  assertEquals(of(137), "unknown");
  assertEquals(
    of(1, "fab: not echoed: x (2 attempts; the first: not ready: y)\n"),
    "refused",
  );
  assertEquals(of(1, "fab: unverified: x\n"), "unknown");
  assertEquals(of(3, "fab: tmux did not answer\n"), "unknown");
});
