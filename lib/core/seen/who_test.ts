import { assertEquals } from "@std/assert";
import { BUILT_IN } from "../agent/providers.ts";
import { screen } from "../../testing/screens.ts";
import { KNOWN_SIGNALS, OTHER_NAMES } from "./known_signals.ts";
import { matcherOf } from "./signals.ts";
import { agentNamed, type AgentTable, type Clues, mayBeAgent, whoIs } from "./who.ts";

const table: AgentTable = {
  matchers: new Map(
    Object.entries(KNOWN_SIGNALS).map(([name, signals]) => [name, matcherOf(name, signals)]),
  ),
  names: new Map([
    ...Object.keys({ ...KNOWN_SIGNALS, ...BUILT_IN.providers }).map((name) =>
      [name, name] as const
    ),
    ...Object.entries(OTHER_NAMES),
  ]),
};

const who = (clues: Partial<Clues>) =>
  whoIs({
    ...{ command: "node", title: "", screen: screen([""]), cursorShown: false, alternate: false },
    ...clues,
  }, table)?.name ?? null;

Deno.test("who: by the program's name", () => {
  assertEquals(who({ command: "claude" }), "claude");
  assertEquals(who({ command: "kimi-code" }), "kimi");
  assertEquals(who({ command: "agy" }), "agy");
  assertEquals(agentNamed("node", ["node", "/h/node_modules/.bin/qwen"], table)?.name, "qwen");
});

Deno.test("who: by title or input where a program that runs others is in front", () => {
  assertEquals(who({ title: "✦  Working… (x)   " }), "gemini");
  assertEquals(who({ title: "Qwen - x" }), "qwen");
  assertEquals(who({ title: "fix it - GitHub Copilot" }), "copilot");
  assertEquals(who({ title: "⠂ fix it" }), "claude");
  const codex = screen(["› Ask Codex to do anything▮", "", "  gpt"]);
  assertEquals(who({ title: "⠋ fix it | x", screen: codex, cursorShown: true }), "codex");
  assertEquals(who({ screen: screen(["╭────╮", "│ > ▮│", "╰────╯"]) }), null);
});

Deno.test("who: a shell's own screen is no agent's, whatever an agent left on it", () => {
  assertEquals(who({ command: "bash", title: "✳ fix it", cursorShown: true }), null);
  assertEquals(who({ command: "bash", title: "✳ fix it" }), "claude");
  assertEquals(who({ command: "vim", title: "✳ fix it" }), null);
  assertEquals(["vim", "htop", "make", "tail"].map((name) => mayBeAgent(name, table)), [
    ...[false, false, false, false],
  ]);
});
