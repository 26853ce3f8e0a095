import { assertEquals } from "@std/assert";
import { fakeFiles } from "../testing/fake_files.ts";
import { checkRuntimeFiles } from "./runtime_files.ts";

Deno.test("left-over state files go from every worktree, and only they", async () => {
  const files = fakeFiles({
    "/r/.fab-runtime.yaml": "_agents: {}\n",
    "/r/.fab-runtime.yaml.lock": "",
    "/r/fab/.fab-runtime.yaml": "not at the root\n",
    "/b/.fab-runtime.yaml": { link: "/elsewhere" },
    "/c/.fab-runtime.yaml/keep": "a directory\n",
  });
  const roots = ["/r", "/b", "/c"];
  const found = await checkRuntimeFiles(files, roots, { fix: false });
  assertEquals(found.map(({ status, path }) => [status, path]), [
    ["warn", "/r/.fab-runtime.yaml"],
    ["warn", "/r/.fab-runtime.yaml.lock"],
    ["warn", "/b/.fab-runtime.yaml"],
  ]);
  assertEquals((await checkRuntimeFiles(files, roots, { fix: true })).length, 3);
  assertEquals(files.texts(), {
    "/r/fab/.fab-runtime.yaml": "not at the root\n",
    "/c/.fab-runtime.yaml/keep": "a directory\n",
  });
  const [again] = await checkRuntimeFiles(files, roots, { fix: true });
  assertEquals(again?.message, "none left over in 3 worktrees");
});

Deno.test("a file that can't be removed is a failure and does not stop the others", async () => {
  const files = fakeFiles({ "/r/.fab-runtime.yaml": "", "/b/.fab-runtime.yaml": "" });
  files.fail("/r/.fab-runtime.yaml", new Error("Permission denied"));
  const checks = await checkRuntimeFiles(files, ["/r", "/b"], { fix: true });
  assertEquals(checks.map(({ status }) => status), ["fail", "ok"]);
});
