import { assertEquals } from "@std/assert";
import { fakeContext } from "../testing/fake_context.ts";
import { checkGit, checkRk, checkTmux } from "./programs.ts";

/** A context with these executables in /bin. */
async function withPrograms(...names: string[]) {
  const context = fakeContext({ env: { PATH: "/nowhere:/bin" }, files: { "/bin": null } });
  for (const name of names) {
    await context.files.writeAtomic(`/bin/${name}`, "", { mode: 0o100755 });
  }
  return context;
}

Deno.test("tmux is judged by its version", async () => {
  for (
    const [answer, status] of [
      ["tmux 3.3a\n", "ok"],
      ["tmux 3.2\n", "ok"],
      ["tmux 3.10\n", "ok"],
      ["tmux next-4.0\n", "ok"],
      ["tmux master\n", "ok"],
      ["tmux 3.1c\n", "fail"],
      ["tmux 2.9\n", "fail"],
      [{ code: 1 }, "fail"],
    ] as const
  ) {
    const context = await withPrograms("tmux");
    context.exec.expect(["tmux", "-V"], answer);
    assertEquals((await checkTmux(context)).status, status, JSON.stringify(answer));
    context.exec.verify();
  }
});

Deno.test("what is missing says what to do, and rk is missed by nobody", async () => {
  const context = await withPrograms();
  const [tmux, git, rk] = [
    await checkTmux(context),
    await checkGit(context),
    await checkRk(context),
  ];
  assertEquals([tmux.status, git.status, rk.status], ["fail", "warn", "ok"]);
  assertEquals(tmux.remedy, "install tmux 3.2 or later");
  assertEquals(context.exec.calls, []);
});

Deno.test("a file that is not executable is no program", async () => {
  const context = await withPrograms();
  await context.files.writeAtomic("/bin/tmux", "", { mode: 0o100644 });
  assertEquals((await checkTmux(context)).message, "not found on PATH");
});

Deno.test("the first line that a program says is shown", async () => {
  const context = await withPrograms("rk", "git");
  context.exec.expect(["rk", "--version"], "rk 3.18.7\nbuilt today\n");
  assertEquals((await checkRk(context)).message, "rk 3.18.7 (/bin/rk)");
  context.exec.expect(["git", "--version"], { code: 2 });
  assertEquals((await checkGit(context)).message, "version not told (/bin/git)");
});
