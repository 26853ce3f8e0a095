import { assertEquals } from "@std/assert";
import { agentNames, isAgentProcess } from "./agent_program.ts";
import { BUILT_IN } from "../agent/providers.ts";

const names = agentNames({
  ...BUILT_IN.providers,
  mine: { interactive_command: "FOO='x' exec /opt/my/bin/my-agent --fast {model}" },
  scripted: { interactive_command: "node ./agent.js" },
  wrapped: { interactive_command: "sh -c 'something'" },
});

Deno.test("agent names: providers and their programs, never a shell or an interpreter", () => {
  assertEquals([...names].sort(), [
    "agy",
    "claude",
    "codex",
    "kimi",
    "mine",
    "my-agent",
    "scripted",
    "wrapped",
  ]);
});

const agents: readonly (readonly [string, string])[] = [
  ["claude", "claude --model x"],
  ["node", "node /usr/local/bin/claude -p"],
  ["MainThread", "node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"],
  [
    "MainThread",
    "node --max-old-space-size=4096 /opt/n/lib/node_modules/@openai/codex/bin/codex.js",
  ],
  ["2.1.197", "/home/u/.local/share/claude/versions/2.1.197 --model x"],
  ["claude", "some title that was set"],
  ["node", "claude"],
  [
    "codex-x86_64-un",
    "/x/vendor/codex-x86_64-unknown-linux-musl/codex/codex-x86_64-unknown-linux-musl",
  ],
  ["python3", "/venv/bin/python3 /venv/bin/kimi --auto"],
  ["kimi-cli", "kimi-cli"],
  ["claude-2.1.197", "./claude-2.1.197"],
  ["agy", "/opt/antigravity/agy --dangerously-skip-permissions"],
  ["my-agent", "my-agent"],
  ["bun", "bun run /srv/codex.mjs"],
  ["claude.exe", "claude.exe"],
];
for (const [comm, line] of agents) {
  Deno.test(`agent process: ${comm}: ${line}`, () => {
    assertEquals(isAgentProcess({ comm, argv: line.split(" ") }, names), true);
  });
}

Deno.test("agent process: a title in one word", () => {
  assertEquals(isAgentProcess({ comm: "MainThread", argv: ["claude --resume"] }, names), true);
});

const others: readonly (readonly [string, string])[] = [
  ["bash", "-bash"],
  ["vim", "vim /home/u/claude/notes.md"],
  ["node", "node /home/u/claude/server.js"],
  ["node", "node /home/u/claude-projects/server.js"],
  ["sh", "sh -c claude;exec"],
  ["bash", "bash -lc codex"],
  ["node", "node -e claude"],
  ["tail", "tail -f /var/log/codex"],
  ["grep", "grep claude"],
  ["claudette", "claudette"],
  ["kimix", "/usr/bin/kimix"],
  ["git", "git clone https://x/claude"],
  ["node", "node"],
  ["", ""],
];
for (const [comm, line] of others) {
  Deno.test(`not an agent: ${comm}: ${line}`, () => {
    assertEquals(isAgentProcess({ comm, argv: line.split(" ") }, names), false);
  });
}
