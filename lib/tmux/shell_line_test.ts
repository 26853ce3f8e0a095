import { assertEquals } from "@std/assert";
import { fakeExec } from "../testing/fake_exec.ts";
import { argumentsFor, shellLineArguments } from "./shell_line.ts";
import { createTmux } from "./tmux.ts";

const LINE = `claude -n "$(basename "$(pwd)")" 'it''s'`;

Deno.test("a line goes verbatim to a POSIX shell, and to sh where the shell is none", () => {
  for (const shell of ["/bin/sh", "/usr/bin/bash", "zsh", "/bin/dash", "/usr/bin/ksh93"]) {
    assertEquals(argumentsFor(shell, LINE), ["--", LINE], shell);
  }
  for (const shell of ["/bin/csh", "/usr/bin/nu", "", "/opt/bash-like"]) {
    assertEquals(argumentsFor(shell, LINE), ["--", "/bin/sh", "-c", LINE], shell);
  }
  assertEquals(argumentsFor("/usr/bin/fish", "a b"), ["--", "exec /bin/sh -c 'a b'"]);
});

Deno.test("the shell is asked of tmux", async () => {
  const exec = fakeExec().expect(
    ["tmux", "-u", "show-options", "-gv", "default-shell"],
    "/bin/tcsh\n",
  );
  assertEquals(await shellLineArguments(createTmux(exec, null), "a"), ["--", "/bin/sh", "-c", "a"]);
  exec.verify();
});
