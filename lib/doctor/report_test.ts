import { assertEquals } from "@std/assert";
import { check } from "./check.ts";
import { reportData, reportText } from "./report.ts";

const CHECKS = [
  check("tmux", "ok", { message: "tmux 3.3a (/usr/bin/tmux)" }),
  check("provider claude", "warn", { message: "claude\nnot found", remedy: "install it" }),
];

Deno.test("one line a check, whatever a path holds", () => {
  assertEquals(
    reportText(CHECKS, { color: false }),
    "ok    tmux             tmux 3.3a (/usr/bin/tmux)\n" +
      "warn  provider claude  claude; not found; install it\n",
  );
  assertEquals(
    reportText(CHECKS.slice(0, 1), { color: true }),
    "\x1b[32mok  \x1b[0m  tmux  tmux 3.3a (/usr/bin/tmux)\n",
  );
});

Deno.test("as data, a failure makes the whole not ok", () => {
  assertEquals(reportData(CHECKS).ok, true);
  assertEquals(reportData([...CHECKS, check("git", "fail", { message: "x" })]).ok, false);
});
