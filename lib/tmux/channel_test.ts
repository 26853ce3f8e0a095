import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { TmuxError } from "../core/errors.ts";
import { fakeExec } from "../testing/fake_exec.ts";
import { commandLine, createCallChannel } from "./channel.ts";
import { createTmux } from "./tmux.ts";

const commands = [["display-message", "-p", "x"], ["show-options", "-t", "%99"], ["capture-pane"]];

/** The mark of a script that was piped to tmux. */
function markOf(stdin: unknown): string {
  return /'display-message' '-p' '([0-9a-f]{16})'/.exec(String(stdin))?.[1] ?? "none";
}

Deno.test("call channel: an answer for each command, nothing for one that is refused", async () => {
  const exec = fakeExec().expect(["tmux", "-u", "source-file", "-"], (_, { stdin }) => {
    const mark = markOf(stdin);
    return { code: 1, stdout: `x\n${mark}\n${mark}\none\ntwo\n${mark}\n`, stderr: "-:3: refused" };
  });
  const channel = createCallChannel(createTmux(exec, null));
  assertEquals(await channel.ask(commands), ["x\n", "", "one\ntwo\n"]);
});

Deno.test("call channel: no server is an error", async () => {
  const exec = fakeExec().expect(() => true, { code: 1, stderr: "no server running on /x" });
  const channel = createCallChannel(createTmux(exec, null));
  const error = await assertRejects(() => channel.ask(commands), TmuxError);
  assertEquals(error.reason, "no-server");
});

Deno.test("a command's words can't leave their quotes", () => {
  assertEquals(commandLine(["a", "b c;", "#{x}"]), "'a' 'b c;' '#{x}'");
  assertThrows(() => commandLine(["it's"]), TypeError);
  assertThrows(() => commandLine(["a\nb"]), TypeError);
});
