import { assertEquals, assertThrows } from "@std/assert";
import { changeId, changeOfLink, changeStatus, prNumber, resolveChange } from "./change.ts";
import { FabError } from "../errors.ts";

Deno.test("change: the id in a folder's name", () => {
  assertEquals(changeId("260704-ab12-add-login"), "ab12");
  assertEquals(changeId("260704-ab12"), "ab12");
  assertEquals(changeId("archive"), null);
  assertEquals(changeId("260704-ab123-x"), null);
  assertEquals(changeId("26074-ab12-x"), null);
});

Deno.test("change: the folder that a link names, relative or absolute, and other links", () => {
  assertEquals(changeOfLink("fab/changes/260704-ab12-x/.status.yaml"), "260704-ab12-x");
  assertEquals(changeOfLink("./fab/changes/a b\n#c/.status.yaml"), "a b\n#c");
  assertEquals(changeOfLink("/srv/r/fab/changes/260704-ab12-x/.status.yaml"), "260704-ab12-x");
  assertEquals(changeOfLink("fab/changes/.status.yaml"), null);
  assertEquals(changeOfLink("notfab/changes/x/.status.yaml"), null);
  assertEquals(changeOfLink("elsewhere/.status.yaml"), null);
});

Deno.test("change: pull request numbers", () => {
  assertEquals(prNumber("https://github.com/o/r/pull/42"), 42);
  assertEquals(prNumber("https://github.com/o/r/pull/42/files"), 42);
  assertEquals(prNumber("https://github.com/o/r/pull/42#note"), 42);
  assertEquals(prNumber("https://github.com/o/r/pull/x"), null);
  assertEquals(prNumber("https://github.com/o/r/issues/42"), null);
  assertEquals(prNumber("https://github.com/o/r/pull/42x"), null);
});

Deno.test("change: a status file, whole, partial and of wrong types", () => {
  const url = "https://x/o/r/pull/7";
  assertEquals(changeStatus({ progress: { apply: "active" }, prs: ["https://x/pull/1", url] }), {
    stage: { stage: "apply", state: "active" },
    prUrl: url,
    prNumber: 7,
  });
  const nothing = { stage: { stage: "intake", state: "pending" }, prUrl: null, prNumber: null };
  for (const document of [null, 5, "x", [], {}, { progress: null, prs: null }, { prs: [] }]) {
    assertEquals(changeStatus(document), nothing as ReturnType<typeof changeStatus>);
  }
  assertEquals(changeStatus({ progress: ["active"], prs: [{ url }] }).prUrl, null);
});

const folders = ["260704-ab12-add-login", "260705-cd34-add-logout", "260706-ab99-cd34-twin"];

Deno.test("change: named by folder, by id, by a part that is one change's alone", () => {
  assertEquals(resolveChange("260704-ab12-add-login", folders), "260704-ab12-add-login");
  assertEquals(resolveChange("ab12", folders), "260704-ab12-add-login");
  assertEquals(resolveChange("cd34", folders), "260705-cd34-add-logout", "an id before a part");
  assertEquals(resolveChange("twin", folders), "260706-ab99-cd34-twin");
});

Deno.test("change: ambiguous and missing names list the candidates", () => {
  const ambiguous = assertThrows(() => resolveChange("add-log", folders), FabError, "ambiguous");
  assertEquals(ambiguous.details, "  260704-ab12-add-login\n  260705-cd34-add-logout");
  const missing = assertThrows(() => resolveChange("zzzz", folders), FabError, 'no change "zzzz"');
  assertEquals(missing.details?.split("\n").length, 3);
  assertEquals(assertThrows(() => resolveChange("", folders), FabError).kind, "failed");
  assertEquals(assertThrows(() => resolveChange("x", []), FabError).details, null);
});
