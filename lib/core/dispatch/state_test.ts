import { assertEquals } from "@std/assert";
import { deriveHeadlessState, derivePaneState, isMidStage, parseExitFile } from "./state.ts";

Deno.test("headless derivation, every combination", () => {
  const table: [number | null, boolean, boolean, string][] = [
    [null, false, true, "running"],
    [null, true, true, "running"],
    [null, false, false, "orphaned"],
    [null, true, false, "orphaned"],
    [0, true, false, "done"],
    [0, true, true, "done"],
    [0, false, false, "failed (no-result)"],
    [0, false, true, "failed (no-result)"],
    [1, false, false, "failed"],
    [1, true, true, "failed"],
    [124, false, false, "failed"],
    [137, true, false, "failed"],
  ];
  for (const [exitCode, result, alive, state] of table) {
    assertEquals(
      deriveHeadlessState({ exitCode, result, alive }),
      state,
      JSON.stringify({ exitCode, result, alive }),
    );
  }
});

Deno.test("pane derivation: the result decides before the pane does", () => {
  assertEquals(derivePaneState({ result: true, alive: true }), "done");
  assertEquals(derivePaneState({ result: true, alive: false }), "done");
  assertEquals(derivePaneState({ result: false, alive: true }), "running");
  assertEquals(derivePaneState({ result: false, alive: false }), "orphaned");
});

Deno.test("exit file: a code, nothing yet, or a failure when it is anything else", () => {
  assertEquals(parseExitFile("0\n"), 0);
  assertEquals(parseExitFile("124"), 124);
  assertEquals(parseExitFile(""), null);
  assertEquals(parseExitFile(" \n"), null);
  for (const odd of ["zero", "-1", "0x0", "1 2", "99999"]) {
    assertEquals(parseExitFile(odd), 1, JSON.stringify(odd));
  }
});

Deno.test("mid-stage: delivered and not answered", () => {
  assertEquals(isMidStage({ delivered: true, result: false }), true);
  assertEquals(isMidStage({ delivered: true, result: true }), false);
  assertEquals(isMidStage({ delivered: false, result: false }), false);
});
