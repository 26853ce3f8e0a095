import { assertEquals } from "@std/assert";
import {
  asideName,
  isStateDirectoryName,
  stageFileNames,
  stageOfRecord,
  workerName,
} from "./names.ts";

const STAGES = ["apply", "review", "review-pr"];

Deno.test("names: only a stage's record is a record", () => {
  assertEquals(stageOfRecord("apply.yaml", STAGES), "apply");
  assertEquals(stageOfRecord("review-pr.yaml", STAGES), "review-pr");
  for (
    const other of [
      "apply-result.yaml",
      "apply-prompt.md",
      "apply.log",
      "apply.yaml.aside",
      "other.yaml",
      "apply.yaml.tmp",
    ]
  ) {
    assertEquals(stageOfRecord(other, STAGES), null, other);
  }
});

Deno.test("names: the files of a stage and the worker's name", () => {
  assertEquals(stageFileNames("review-pr"), {
    prompt: "review-pr-prompt.md",
    record: "review-pr.yaml",
    log: "review-pr.log",
    exit: "review-pr.exit",
    result: "review-pr-result.yaml",
    lock: "review-pr.lock",
  });
  assertEquals(asideName("apply-result.yaml"), "apply-result.yaml.aside");
  assertEquals(workerName("ab12", "review-pr"), "fab-ab12-review-pr");
});

Deno.test("names: a state directory is never a path or hidden", () => {
  assertEquals(isStateDirectoryName("ab12"), true);
  for (const bad of ["", ".", "..", ".git", "a/b", "-x", "a b"]) {
    assertEquals(isStateDirectoryName(bad), false, bad);
  }
});
