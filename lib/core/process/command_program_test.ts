import { assertEquals } from "@std/assert";
import { programOf } from "./command_program.ts";
import { BUILT_IN } from "../agent/providers.ts";

Deno.test("a provider's program is found in each of its commands", () => {
  for (const [name, provider] of Object.entries(BUILT_IN.providers)) {
    assertEquals(programOf(provider.interactive_command ?? ""), name);
    assertEquals(programOf(provider.headless_command ?? ""), name);
  }
});

Deno.test("the program is found behind what a shell puts before it", () => {
  for (
    const [line, program] of [
      ["claude", "claude"],
      ["  FOO=1 BAR='a b' env -i X=\"$HOME\" /opt/x/claude -p", "/opt/x/claude"],
      ["exec nohup codex", "codex"],
      ["cd /srv && . ./env.sh; kimi --auto | tee log", "kimi"],
      ["'my agent' --x", "my agent"],
      ["my\\ agent --x", "my agent"],
      ['bash -c "cd x && agy -p \\"$(cat)\\""', "agy"],
      ["sh -c 'sh -c \"pi x\"'", "pi"],
      ["(claude; true)", "claude"],
      ['claude -n "$(echo ")")"', "claude"],
      ["sh run.sh", "sh"],
      ["$AGENT --x", null],
      ["~/bin/claude", null],
      ['"$HOME"/bin/claude', null],
      ["$(which claude) -x", null],
      ["", null],
      ["cd x", null],
      ["'open", "open"],
    ] as const
  ) assertEquals(programOf(line), program, line);
});
