import { assertEquals } from "@std/assert";
import { hookCommands, judgeHook, removeHooks } from "./stale_hooks.ts";

const isStale = (command: string) => judgeHook(command).kind === "stale";
const strip = (text: string) => removeHooks(text, isStale);

/** A settings file in the given style, with ours among a person's entries. */
function settings(indent: string | number): string {
  return JSON.stringify(
    {
      permissions: { allow: ["Bash(fab hook stop)", "Bash(ls:*)"] },
      hooks: {
        SessionStart: [{
          matcher: "",
          hooks: [{ type: "command", command: "fab hook session-start" }],
        }],
        Stop: [
          { matcher: "", hooks: [{ type: "command", command: "fab hook stop 2>/dev/null" }] },
          { matcher: "x", hooks: [{ type: "command", command: "notify-send done" }] },
        ],
        PostToolUse: [{
          matcher: "Write",
          hooks: [
            { type: "command", command: "mine.sh" },
            { type: "command", command: 'bash "$CLAUDE_PROJECT_DIR"/fab/.kit/hooks/on-stop.sh' },
            { type: "command", command: "also-mine.sh", timeout: 5 },
          ],
        }],
      },
      env: { A: "1" },
    },
    null,
    indent,
  );
}

const cleaned = {
  permissions: { allow: ["Bash(fab hook stop)", "Bash(ls:*)"] },
  hooks: {
    Stop: [{ matcher: "x", hooks: [{ type: "command", command: "notify-send done" }] }],
    PostToolUse: [{
      matcher: "Write",
      hooks: [
        { type: "command", command: "mine.sh" },
        { type: "command", command: "also-mine.sh", timeout: 5 },
      ],
    }],
  },
  env: { A: "1" },
};

Deno.test("ours go, theirs stay, in each indentation and with either line ending", () => {
  for (const indent of [0, 2, 4, "\t"]) {
    const expected = JSON.stringify(cleaned, null, indent);
    const before = settings(indent);
    assertEquals(strip(before), expected);
    assertEquals(strip(expected), expected);
    const crlf = `\uFEFF${before}\n`.replaceAll("\n", "\r\n");
    assertEquals(strip(crlf), `\uFEFF${expected}\n`.replaceAll("\n", "\r\n"));
  }
});

Deno.test("what held nothing but ours goes with it", () => {
  const only = (hooks: unknown) => JSON.stringify({ a: 1, hooks, b: 2 }, null, 2);
  const ours = { type: "command", command: "fab hook stop" };
  assertEquals(
    strip(
      only({ Stop: [{ matcher: "", hooks: [ours, ours] }], SessionStart: [{ hooks: [ours] }] }),
    ),
    JSON.stringify({ a: 1, b: 2 }, null, 2),
  );
  assertEquals(strip('{"hooks": {"Stop": [{"hooks": [{"command": "fab hook stop"}]}]}}\n'), "{}\n");
});

Deno.test("what was empty before, and a group with keys of its own, stays", () => {
  assertEquals(
    strip(
      '{"hooks":{"Stop":[],"X":[{"note":"mine","hooks":[{"command":"fab hook stop"}]}],"Y":{}}}',
    ),
    '{"hooks":{"Stop":[],"X":[{"note":"mine","hooks":[]}],"Y":{}}}',
  );
});

Deno.test("an entry without a matcher group, an escaped command, and doubled keys", () => {
  assertEquals(
    strip(
      '{"hooks":{"Stop":[{"type":"command","command":"fab\\u0020hook stop"},{"command":"ls"}]},' +
        '"hooks":{"Stop":[{"hooks":[{"command":"fab hook stop"}]}]}}',
    ),
    '{"hooks":{"Stop":[{"command":"ls"}]}}',
  );
});

Deno.test("texts of another shape are left alone", () => {
  for (
    const text of ["[]", "1", '{"hooks": []}', '{"hooks": {"Stop": "fab hook stop"}}', "{ }", '""']
  ) {
    assertEquals(strip(text), text);
    assertEquals(hookCommands(text), []);
  }
});

Deno.test("commands are judged by how they begin", () => {
  for (
    const [command, kind] of [
      ["fab hook stop", "stale"],
      ["fab hook artifact-write || true", "stale"],
      ["fab hook", "foreign"],
      ["fab hooks list", "foreign"],
      ["fab hookup x", "foreign"],
      ["echo fab hook stop", "foreign"],
      ["confab hook session-start", "foreign"],
      ["/usr/local/bin/fab hook stop", "foreign"],
      ["bash fab/.kit/hooks/on-session-start.sh", "stale"],
      ['bash "$CLAUDE_PROJECT_DIR"/fab/.kit/hooks/on-artifact-write.sh', "stale"],
      ["/home/me/repo/fab/.kit/hooks/on-user-prompt.sh", "stale"],
      ['bash "/home/me/my repo/fab/.kit/hooks/on-stop.sh" 2>/dev/null || true', "stale"],
      ["sh fab/.kit/hooks/on-stop.sh >/dev/null 2>&1", "stale"],
      ["sh fab/.kit/hooks/on-stop.sh; notify", "foreign"],
      ["/home/me/hooks/on-stop.sh", "shim"],
      ["$HOME/bin/on-stop.sh", "foreign"],
      ["~/bin/on-stop.sh", "foreign"],
      ["bash .claude/hooks/on-stop.sh", "shim"],
      ["on-stop.sh", "shim"],
      ["${CLAUDE_PROJECT_DIR}/tools/on-stop.sh", "shim"],
      ["on-save.sh", "foreign"],
      ["on-stop.sh --loud", "foreign"],
      ["my-on-stop.sh", "foreign"],
      ["", "foreign"],
    ] as const
  ) {
    assertEquals(judgeHook(command).kind, kind, command);
  }
});
