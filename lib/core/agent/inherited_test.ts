import { assertEquals } from "@std/assert";
import { namesIn, notInherited, withoutVariables } from "./inherited.ts";
import { BUILT_IN } from "./providers.ts";

Deno.test("a row names variables; none is none, and what is no name can't get into a line", () => {
  assertEquals(notInherited({}), []);
  assertEquals(notInherited({ not_inherited: "none" }), []);
  assertEquals(notInherited({ not_inherited: "A, B_1  $(x) c;d" }), ["A", "B_1"]);
  assertEquals(notInherited(BUILT_IN.providers["claude"] ?? {}).includes("CLAUDECODE"), true);
});

Deno.test("only what is set is unset, and only there does the line change", () => {
  const environment = "A=1\n-B\nLONG_A=2\nC=x=y\nB2\n";
  assertEquals(namesIn(["A", "B", "C", "D"], environment), ["A", "C"]);
  assertEquals(withoutVariables("claude", []), "claude");
  assertEquals(withoutVariables("X=1 claude", ["A", "C"]), "unset A C; X=1 claude");
});
