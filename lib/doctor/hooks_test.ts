import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeFiles } from "../testing/fake_files.ts";
import { checkHooks } from "./hooks.ts";

const settings = (...commands: string[]) =>
  JSON.stringify({ hooks: { Stop: [{ hooks: commands.map((command) => ({ command })) }] }, z: 1 });
const SETTINGS = ".claude/settings.local.json";

Deno.test("every worktree is reported, then repaired, then clean", async () => {
  const files = fakeFiles({
    [`/r/${SETTINGS}`]: settings("fab hook stop", "mine"),
    [`/b/${SETTINGS}`]: settings("bash fab/.kit/hooks/on-stop.sh"),
    [`/c/${SETTINGS}`]: settings("mine"),
    "/d": null,
  });
  const roots = ["/r", "/b", "/c", "/d"];
  const before = files.texts();
  const reported = await checkHooks(files, roots, { fix: false });
  assertEquals(reported.map(({ status, path }) => [status, path]), [
    ["fail", `/r/${SETTINGS}`],
    ["fail", `/b/${SETTINGS}`],
  ]);
  assertEquals(files.texts(), before);

  const repaired = await checkHooks(files, roots, { fix: true });
  assertEquals(repaired.map(({ status, fixed }) => [status, fixed]), [["ok", true], ["ok", true]]);
  assertEquals(files.texts(), {
    [`/r/${SETTINGS}`]: settings("mine"),
    [`/b/${SETTINGS}`]: '{"z":1}',
    [`/c/${SETTINGS}`]: settings("mine"),
  });
  assertEquals(await checkHooks(files, roots, { fix: true }), [{
    name: "hooks",
    status: "ok",
    message: "no stale hook entries in 4 worktrees",
    remedy: null,
    path: null,
    fixed: false,
  }]);
});

Deno.test("links to one file are one file, and the link stays", async () => {
  const files = fakeFiles({
    [`/r/${SETTINGS}`]: settings("fab hook stop"),
    [`/b/${SETTINGS}`]: { link: `/r/${SETTINGS}` },
  });
  assertEquals((await checkHooks(files, ["/b", "/r"], { fix: true })).length, 1);
  assertEquals(await files.readLink(`/b/${SETTINGS}`), `/r/${SETTINGS}`);
  assertEquals(files.texts(), { [`/r/${SETTINGS}`]: '{"z":1}' });
});

Deno.test("a script of that name that exists is a person's", async () => {
  const command = "bash .claude/hooks/on-stop.sh";
  const files = fakeFiles({
    [`/r/${SETTINGS}`]: settings(command),
    "/r/.claude/hooks/on-stop.sh": "#!/bin/sh\n",
    [`/b/${SETTINGS}`]: settings(command),
  });
  await checkHooks(files, ["/r", "/b"], { fix: true });
  assertEquals(files.texts()[`/r/${SETTINGS}`], settings(command));
  assertEquals(files.texts()[`/b/${SETTINGS}`], '{"z":1}');
});

Deno.test("a shim by its absolute path is ours in the repository alone", async () => {
  const files = fakeFiles({
    [`/r/${SETTINGS}`]: settings("/r/tools/on-stop.sh", "/b/on-stop.sh", "/home/me/on-stop.sh"),
    "/b": null,
  });
  await checkHooks(files, ["/r", "/b"], { fix: true });
  assertEquals(files.texts()[`/r/${SETTINGS}`], settings("/home/me/on-stop.sh"));
});

Deno.test("a file that can't be repaired is left alone and does not stop the others", async () => {
  const bad = '{"hooks": {"Stop": [{"hooks": [{"command": "fab hook stop"}]}]\n';
  const mangled = settings("fab hook stop", "m\uFFFDine");
  const files = fakeFiles({
    [`/a/${SETTINGS}`]: bad,
    [`/b/${SETTINGS}`]: mangled,
    [`/c/${SETTINGS}`]: null,
    [`/d/${SETTINGS}`]: settings("fab hook stop"),
  });
  const checks = await checkHooks(files, ["/a", "/b", "/c", "/d"], { fix: true });
  assertEquals(checks.map(({ status }) => status), ["warn", "fail", "fail", "ok"]);
  assertStringIncludes(checks[0]!.message, 'line 2, column 1: "," or "}" was expected');
  assertEquals(files.texts(), {
    [`/a/${SETTINGS}`]: bad,
    [`/b/${SETTINGS}`]: mangled,
    [`/d/${SETTINGS}`]: '{"z":1}',
  });
});

Deno.test("what its owner writes meanwhile is not lost", async () => {
  const path = `/r/${SETTINGS}`;
  const files = fakeFiles({ [path]: settings("fab hook stop") });
  let reads = 0;
  const busy = {
    ...files,
    async readText(at: string) {
      const text = await files.readText(at);
      // After the first read the owner adds an entry.
      if (++reads === 1) await files.writeAtomic(path, settings("fab hook stop", "new"));
      return text;
    },
  };
  const [result] = await checkHooks(busy, ["/r"], { fix: true });
  assertEquals(result?.status, "ok");
  assertEquals(files.texts()[path], settings("new"));
});
