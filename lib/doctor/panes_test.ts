import { assertEquals } from "@std/assert";
import { fakeExec } from "../testing/fake_exec.ts";
import { createTmux } from "../tmux/tmux.ts";
import { checkInstrumentation, serverPath } from "./panes.ts";

const NO_SERVER = { code: 1, stderr: "no server running on /tmp/tmux-0/default\n" };

Deno.test("without a server there is nothing to ask, and that is fine", async () => {
  const exec = fakeExec().always(() => true, NO_SERVER);
  const result = await checkInstrumentation(createTmux(exec, null));
  assertEquals([result.status, result.name], ["ok", "agent state"]);
  assertEquals(await serverPath(createTmux(exec, null)), null);
});

Deno.test("without tmux neither", async () => {
  const exec = fakeExec().missing("tmux");
  assertEquals((await checkInstrumentation(createTmux(exec, null))).status, "ok");
  assertEquals(await serverPath(createTmux(exec, null)), null);
});

Deno.test("the server's own search path is read whole", async () => {
  const exec = fakeExec().expect(
    ["tmux", "-u", "show-environment", "-g", "PATH"],
    "PATH=/usr/bin:/a=b/bin\n",
  );
  assertEquals(await serverPath(createTmux(exec, null)), "/usr/bin:/a=b/bin");
});
