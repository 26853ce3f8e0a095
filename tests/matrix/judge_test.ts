import { assertEquals } from "@std/assert";
import { behaviourOf, type Kind } from "../sim/kinds.ts";
import type { EventName, LogView } from "../sim/log.ts";
import { judge, type Report, wordOf } from "./judge.ts";
import { PAYLOADS, traitsOf } from "./payloads.ts";

function logOf(messages: readonly string[], events: readonly EventName[] = []): LogView {
  return {
    messages,
    events: events.map((name) => ({ name, detail: "" })),
    has: (name) => events.includes(name),
  };
}

function reportOf(code: number, stderr = ""): Report {
  return { code, stdout: "", stderr, elapsedMs: 1 };
}

function verdict(
  report: Report,
  about: { readonly text: string; readonly log: LogView; readonly kind?: Kind },
) {
  const behaviour = behaviourOf(about.kind ?? "framed");
  if (behaviour === null) throw new Error("no such kind");
  return judge(report, { ...about, behaviour });
}

const OK = reportOf(0);

Deno.test("only the exact bytes, once, are a delivery", () => {
  const text = "hello\tthere  ";
  assertEquals(verdict(OK, { text, log: logOf([text]) }), "exact");
  assertEquals(verdict(OK, { text, log: logOf([]) }), "false");
  assertEquals(verdict(OK, { text, log: logOf([text.trimEnd()]) }), "false");
  assertEquals(verdict(OK, { text, log: logOf(["hello", "there"]) }), "false");
  assertEquals(verdict(OK, { text, log: logOf([`x${text}`]) }), "false");
});

Deno.test("what an agent is known to alter is asked of nobody", () => {
  assertEquals(verdict(OK, { text: "a\tb", log: logOf(["a    b"]), kind: "tab_spaces" }), "exact");
  assertEquals(verdict(OK, { text: "a\tb", log: logOf(["a\tb"]), kind: "tab_spaces" }), "false");
  assertEquals(verdict(OK, { text: "a  ", log: logOf(["a"]), kind: "trims" }), "exact");
});

Deno.test("twice is twice, whatever was reported", () => {
  const text = "hello there";
  for (const report of [OK, reportOf(1, "fab: unverified: x")]) {
    assertEquals(verdict(report, { text, log: logOf([text, text]) }), "twice");
    assertEquals(verdict(report, { text, log: logOf([text, `${text}\n`]) }), "twice");
    assertEquals(verdict(report, { text, log: logOf([text + text]) }), "twice");
  }
});

Deno.test("a text that repeats itself is not twice", () => {
  const text = "ha ha ha ha ha ha";
  assertEquals(verdict(OK, { text, log: logOf([text]) }), "exact");
  assertEquals(verdict(OK, { text: "y", log: logOf(["y"]) }), "exact");
});

Deno.test("a refusal is judged by its word", () => {
  const log = logOf([]);
  const refused = (word: string) => reportOf(1, `fab: ${word}: because\n`);
  const text = "hello";
  assertEquals(verdict(refused("not ready"), { text, log }), "possible");
  assertEquals(verdict(refused("not ready"), { text, log, kind: "trust_wall" }), "right word");
  assertEquals(verdict(refused("draft"), { text, log, kind: "trust_wall" }), "other word");
  assertEquals(
    verdict(reportOf(1, "fab: something else"), { text, log, kind: "trust_wall" }),
    "other word",
  );
  assertEquals(
    verdict(refused("not ready"), { text: "a\nb", log, kind: "paste_off" }),
    "right word",
  );
});

Deno.test("a refusal that hides a submission is a failure, unless it says that it does not know", () => {
  const text = "hello";
  const log = logOf([text]);
  assertEquals(verdict(reportOf(1, "fab: not submitted: x"), { text, log }), "hidden");
  assertEquals(
    verdict(reportOf(1, "fab: unverified: x"), { text, log, kind: "dies_on_submit" }),
    "right word",
  );
  assertEquals(verdict(reportOf(1, "fab: unverified: x"), { text, log }), "possible");
});

Deno.test("an answered dialog is harm, even beside an exact delivery", () => {
  const log = logOf(["hello"], ["menu-choice"]);
  assertEquals(verdict(OK, { text: "hello", log }), "harm");
});

Deno.test("the word is found behind a warning, and a missing pane is told apart", () => {
  const warned = "fab: cleared a draft from pane %1: x\nfab: not ready: y\n";
  assertEquals(wordOf(reportOf(1, warned)), "not ready");
  assertEquals(wordOf(reportOf(2, "fab: pane %7 not found\n")), "gone");
  assertEquals(wordOf(reportOf(2, "fab: the text is blank\n")), "usage");
  assertEquals(wordOf(reportOf(1, "fab: unknown command")), null);
});

Deno.test("traits are read off the text", () => {
  assertEquals(traitsOf("a\nb\tc"), ["any", "lines", "tab"]);
  assertEquals(traitsOf("┌──┐ "), ["any", "uncountable"]);
  assertEquals(traitsOf("see main.ts"), ["any", "popup"]);
  assertEquals(traitsOf("/help"), ["any", "popup", "slash"]);
  assertEquals(traitsOf("/help me"), ["any", "slash"]);
  assertEquals(traitsOf("C:\\"), ["any", "backslash"]);
  assertEquals(traitsOf("!ls"), ["any", "bang"]);
  const context = { behaviour: behaviourOf("framed") ?? fail(), trap: "/trap" };
  assertEquals(PAYLOADS["very_long"]?.(context).length, 30_000);
  assertEquals(traitsOf(PAYLOADS["very_long"]?.(context) ?? ""), ["any", "long"]);
});

function fail(): never {
  throw new Error("no such kind");
}
