import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ProgramMissingError } from "../core/errors.ts";
import { fakeClock } from "./fake_clock.ts";
import { fakeContext } from "./fake_context.ts";
import { fakeExec } from "./fake_exec.ts";
import { fakeFiles } from "./fake_files.ts";

Deno.test("the fake exec fails on what is not expected and on what never came", async () => {
  const exec = fakeExec().expect(["tmux", /^-u$/], "out\n").expect(["git"], { code: 1 });
  assertEquals((await exec.run(["tmux", "-u"])).stdout, "out\n");
  await assertRejects(() => exec.run(["ls"]), Error, 'unexpected run ["ls"]; expected run ["git"]');
  assertThrows(() => exec.verify(), Error, 'never called:\nrun ["git"]');
  assertEquals((await exec.run(["git"])).code, 1);
  exec.verify();
  await assertRejects(() => exec.run(["git"]), Error, "expected nothing more");
  assertThrows(() => fakeExec().always(["x"]).verify(), Error, "never called");
  await assertRejects(() => fakeExec().missing("rk").run(["rk", "x"]), ProgramMissingError);
  await assertRejects(() => fakeExec().attach(["x"]), Error, "unexpected attach");
});

Deno.test("the fake exec answers from the call, attaches, and streams lines", async () => {
  const written: string[] = [];
  const exec = fakeExec()
    .expect((argv) => argv.includes("-F"), (argv, options) => `${argv.length} ${options.stdin}`)
    .expectAttach(["vi"], { code: 130, signal: "SIGINT" })
    .expectLines(["tmux", "-C"], ["%begin", "%end"], written);
  assertEquals((await exec.run(["x", "-F"], { stdin: "in" })).stdout, "2 in");
  assertEquals(await exec.attach(["vi"]), { code: 130, signal: "SIGINT" });
  const process = exec.lines(["tmux", "-C"]);
  await process.write("detach\n");
  assertEquals([await Array.fromAsync(process.lines), written], [["%begin", "%end"], ["detach\n"]]);
  exec.verify();
});

Deno.test("the fake clock moves by sleeping, and plans happen on the way", async () => {
  const clock = fakeClock({ now: 1000 });
  const seen: number[] = [];
  clock.at(30, () => void seen.push(clock.monotonic()));
  clock.at(10, () => void seen.push(clock.monotonic()));
  await clock.sleep(20);
  assertEquals([clock.monotonic(), clock.now(), seen], [20, 1020, [10]]);
  await clock.advance(20);
  assertEquals([clock.monotonic(), seen, clock.sleeps], [40, [10, 30], [20]]);
});

Deno.test("the files in memory follow links, and lock", async () => {
  const files = fakeFiles({
    "/a/b.txt": "text",
    "/a/link": { link: "b.txt" },
    "/up": { link: "/a" },
    "/loop": { link: "/loop" },
    "/empty": null,
  });
  assertEquals(await files.readText("/up/link"), "text");
  assertEquals(await files.readText("/loop"), null);
  assertEquals(await files.realPath("/up/link"), "/a/b.txt");
  assertEquals((await files.lstat("/a/link"))?.kind, "symlink");
  assertEquals(await files.readDir("/"), ["a", "up", "loop", "empty"]);
  await files.writeAtomic("/up/link", "new");
  assertEquals([await files.readText("/a/b.txt"), await files.readLink("/a/link")], [
    "new",
    "b.txt",
  ]);
  await assertRejects(() => files.writeAtomic("/none/x", ""), Error, "No such file");
  await assertRejects(() => files.remove("/a"), Error, "not empty");
  await files.rename("/a", "/c");
  assertEquals(files.texts(), { "/c/b.txt": "new" });
  assertEquals([await files.remove("/c", { recursive: true }), await files.remove("/c")], [
    true,
    false,
  ]);
  const lock = await files.lock("/l", { timeoutMs: 1, owner: "me" });
  assert(lock !== null);
  assertEquals(await files.lockHolder("/l"), "me");
  assertEquals(await files.lock("/l", { timeoutMs: 1, owner: "you" }), null);
  await lock.release();
  assertEquals(await files.lockHolder("/l"), null);
});

Deno.test("the fake context remembers what was written and lets itself be interrupted", async () => {
  const context = fakeContext({ stdin: "in", env: { A: "1" } });
  await context.out.stdout("o");
  await context.out.warn("w\nx");
  assertEquals([context.out.written, context.out.errors], ["o", "fab: w; x\n"]);
  assertEquals(new TextDecoder().decode(await context.out.readStdin()), "in");
  assertEquals([context.env.get("A"), context.env.get("toString")], ["1", undefined]);
  context.controller.abort(new Error("stop"));
  await assertRejects(() => context.clock.sleep(1), Error, "stop");
});
