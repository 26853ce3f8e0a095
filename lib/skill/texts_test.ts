import { assert, assertEquals, assertNotMatch } from "@std/assert";
import { parse } from "@std/yaml";
import { BRIEFING, CLI_AGENTS } from "./texts.ts";

const headings = (level: number, text: string) =>
  [...text.matchAll(new RegExp(`^#{${level}} (.+)$`, "gm"))].map((found) => found[1]);

Deno.test("the helper's front matter has exactly its keys", () => {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(CLI_AGENTS)?.[1] ?? "";
  const { description, ...rest } = parse(front) as Record<string, unknown>;
  assertEquals(rest, {
    name: "_cli-agents",
    "user-invocable": false,
    "disable-model-invocation": true,
    metadata: { internal: true },
  });
  assert(typeof description === "string" && description.length < 1024);
});

Deno.test("five procedures, four dictionary entries, one bridge", () => {
  const parts = CLI_AGENTS.split(/^## /m).slice(1);
  assertEquals(parts.map((part) => part.split("\n")[0]), [
    "Procedures",
    "Provider dictionary",
    "Codex as an MCP server",
  ]);
  assertEquals(headings(3, parts[0]!), [
    "Spawn composition",
    "Pre-send validation",
    "Delivery probe",
    "Peek",
    "Await",
  ]);
  assertEquals(headings(3, parts[1]!), ["claude", "codex", "agy", "kimi"]);
  for (const entry of parts[1]!.split(/^### /m).slice(1)) {
    for (
      const row of ["interactive", "headless", "structured output", "profile", "session"]
    ) assert(entry.includes(`| ${row} |`), `${entry.split("\n")[0]}: no ${row}`);
    assert(/\| discovery \| .*--version.*--help/.test(entry), "a discovery recipe");
  }
  assertEquals(headings(3, parts[2]!), []);
  assert(parts[2]!.includes("codex mcp-server") && parts[2]!.includes("`codex mcp` is"));
});

Deno.test("no model id stands in any text", () => {
  for (const text of [CLI_AGENTS, BRIEFING]) {
    assertNotMatch(
      text,
      /\b(gpt|gemini|claude|kimi|moonshot|o)-?\d|\b(opus|sonnet|haiku|fable|sol|luna|flash)\b/i,
    );
    assertNotMatch(text, /\b[a-z]+(?:-[a-z]+)*-\d+(?:\.\d+)?(?:-[a-z]+)*\b(?!\.)/);
  }
});

Deno.test("the briefing is one page", () => {
  assert(BRIEFING.split("\n").length <= 66);
  for (const line of CLI_AGENTS.split("\n")) {
    if (!line.startsWith("|") && !line.startsWith("description:")) assert(line.length <= 120, line);
  }
});
