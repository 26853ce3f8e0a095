import { assert, assertEquals } from "@std/assert";
import { PAYLOADS } from "../matrix/payloads.ts";
import { behaviour } from "../sim/behaviour.ts";
import { REAL_AGENTS, versionOf } from "./agents.ts";
import { newestUserText, startMockModel } from "./mock_model.ts";
import { PROTOCOLS } from "./protocols.ts";
import { FORBIDDEN, outcomeOf } from "./verdict.ts";

console.log(
  "the real agent CLIs are not driven here: they are 1.6 GB of other people's programs from npm; " +
    "'deno task real' does it",
);

const OK = {
  code: 0,
  stdout: "delivered %1 (text)\n",
  stderr: "",
  elapsedMs: 1,
};
const failed = (word: string) => ({
  code: 1,
  stdout: "",
  stderr: `fab: ${word}: x\n`,
  elapsedMs: 1,
});

Deno.test("what the model received decides what a report was worth", () => {
  const outcome = (
    report: typeof OK,
    text: string,
    received: readonly string[],
    alters: Parameters<typeof outcomeOf>[1]["alters"] = [],
  ) => outcomeOf(report, { text, received, alters });
  assertEquals(outcome(OK, "do it", ["do it"]), "exact");
  assertEquals(outcome(OK, "do it", []), "false");
  assertEquals(outcome(OK, "do it", ["do"]), "false");
  assertEquals(outcome(OK, "do it", ["-do it"]), "false");
  assertEquals(outcome(OK, "do it", ["do it", "do it"]), "twice");
  assertEquals(outcome(OK, "do it", ["do it", "more"]), "false");
  assertEquals(outcome(OK, "a\tb ", ["a    b"], ["trim", "tabs"]), "altered");
  assertEquals(outcome(OK, "a\tb ", ["a    b"], ["trim"]), "false");
  assertEquals(outcome(OK, "a\nb", ["a\nb "], ["space"]), "altered");
  assertEquals(outcome(OK, "a\nb", ["a\nb "], ["trim"]), "false");
  assertEquals(outcome(OK, "/help", []), "own command");
  assertEquals(outcome(failed("not echoed"), "!ls", []), "refused");
  assertEquals(outcome(failed("not echoed"), "ls", []), "missed");
  assertEquals(outcome(failed("not ready"), "ls", ["ls"]), "hidden");
  assertEquals(outcome(failed("unverified"), "ls", ["ls"]), "unverified");
  assertEquals(outcome(failed("unverified"), "ls", ["ls", "ls"]), "twice");
  for (const column of ["false", "twice", "hidden"] as const) {
    assert(FORBIDDEN.includes(column));
  }
});

Deno.test("the mock answers every protocol, and keeps what a person typed in a turn", async () => {
  const model = startMockModel();
  try {
    const turns = [
      ["/v1/messages", {
        tools: [{}],
        stream: true,
        messages: [{
          role: "user",
          content: [{ type: "text", text: "<system-reminder>no" }, {
            type: "text",
            text: "one",
          }],
        }],
      }],
      ["/v1/responses", {
        tools: [{}],
        stream: true,
        input: [{
          role: "user",
          content: [{ type: "input_text", text: "two" }],
        }],
      }],
      ["/v1/chat/completions", {
        tools: [{}],
        messages: [{
          role: "user",
          content: "<current_datetime>2026-01-01</current_datetime>\n\nthree",
        }, {
          role: "assistant",
          content: "x",
        }],
      }],
      ["/v1beta/models/m:streamGenerateContent", {
        tools: [{}],
        contents: [{ role: "user", parts: [{ text: "four" }] }],
      }],
      // Housekeeping: no tools.
      ["/v1/chat/completions", {
        messages: [{ role: "user", content: "a title, please" }],
      }],
    ] as const;
    for (const [path, body] of turns) {
      const response = await fetch(`${model.url}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      assertEquals(response.status, 200);
      assert((await response.text()).includes("Understood."), path);
    }
    assertEquals(model.received(), ["one", "two", "three", "four"]);
  } finally {
    await model.stop();
  }
});

Deno.test("a message without text is none", () => {
  for (const protocol of PROTOCOLS) {
    assertEquals(newestUserText({}, protocol), "");
    assertEquals(
      newestUserText({ [protocol.messages]: [{ role: "user" }] }, protocol),
      "",
    );
  }
});

Deno.test("what a CLI adds as a message of its own is not what was typed, nor is an older turn", () => {
  const added = { role: "user", content: "<system-reminder>\nthe date\n</system-reminder>" };
  const typed = (content: string) => ({ role: "user", content });
  const newest = (messages: readonly unknown[]) =>
    newestUserText({ messages }, { messages: "messages" });
  assertEquals(newest([typed("one"), added]), "one");
  assertEquals(newest([added, typed("one")]), "one");
  assertEquals(newest([typed("one"), { role: "assistant", content: "x" }, added]), "");
});

Deno.test("every CLI is pinned, and every payload can be made for it", () => {
  for (const agent of REAL_AGENTS) {
    assert(/^\d+\.\d+\.\d+$/.test(versionOf(agent)), agent.name);
    const about = {
      behaviour: behaviour({ about: agent.name }),
      trap: "/nowhere",
    };
    for (const payload of Object.values(PAYLOADS)) {
      assert(payload(about) !== "");
    }
  }
});
