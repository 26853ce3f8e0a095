import { assert, assertEquals, assertLess, assertRejects } from "@std/assert";
import { allEnded } from "./helpers/all.ts";
import { fromFileUrl, join } from "@std/path";
import { FabError, InterruptedError } from "../lib/core/errors.ts";
import { createClock } from "../lib/proc/clock.ts";
import { createFiles } from "../lib/proc/files.ts";
import { readLines } from "../lib/proc/read_lines.ts";

const clock = createClock(new AbortController().signal);
const files = createFiles(new AbortController().signal);

/** Runs a test in a directory of its own. */
function test(name: string, body: (directory: string) => Promise<void>): void {
  Deno.test(name, async () => {
    const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "fab files " }));
    try {
      await body(directory);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
}

test("what is missing is null, whatever is missing about it", async (directory) => {
  const file = join(directory, "file");
  const loop = join(directory, "loop");
  await Deno.writeTextFile(file, "x");
  await Deno.symlink("loop", loop);
  for (const path of [join(directory, "none"), join(file, "below"), loop, join(loop, "x")]) {
    assertEquals(await files.readText(path), null, path);
    assertEquals(await files.stat(path), null, path);
    assertEquals(await files.realPath(path), null, path);
    assertEquals(await files.readDir(path), null, path);
    assertEquals(await files.remove(join(path, "none")), false, path);
  }
  assertEquals(await files.readLink(file), null);
  assertEquals(await files.stat(""), null);
  assertEquals(await files.stat("a\0b"), null);
  await assertRejects(() => files.readText(directory), Error, "directory");
});

test("text is read as it is, and not past its limit", async (directory) => {
  const file = join(directory, "file");
  await Deno.writeFile(file, new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xff]));
  assertEquals(await files.readText(file), "\ufeffa\r\n\ufffd");
  await Deno.writeTextFile(file, "x".repeat(200_000));
  assertEquals((await files.readText(file))?.length, 200_000);
  assertEquals((await files.readText(file, { maxBytes: 200_000 }))?.length, 200_000);
  const error = await assertRejects(() => files.readText(file, { maxBytes: 199_999 }), FabError);
  assertEquals(error.message, `${file}: larger than 199999 bytes; is it the right file?`);
});

test("links are followed by stat and not by lstat", async (directory) => {
  const link = join(directory, "link");
  await Deno.symlink(".", link);
  assertEquals((await files.stat(link))?.kind, "directory");
  assertEquals((await files.lstat(link))?.kind, "symlink");
  assertEquals(await files.readLink(link), ".");
  assertEquals(await files.realPath(link), directory);
  assertEquals(await files.readDir(directory), ["link"]);
});

test("a write replaces the file, keeps its mode and leaves nothing else", async (directory) => {
  const file = join(directory, "file");
  await files.writeAtomic(file, "one");
  await Deno.chmod(file, 0o640);
  await files.writeAtomic(file, "two 日本");
  assertEquals(await Deno.readTextFile(file), "two 日本");
  assertEquals(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o640);
  await files.writeAtomic(file, "three", { mode: 0o600 });
  assertEquals(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
  assertEquals(await files.readDir(directory), ["file"]);
});

test("a write goes through links, also to where there is no file yet", async (directory) => {
  await Deno.mkdir(join(directory, "real"));
  await Deno.writeTextFile(join(directory, "real", "a"), "old");
  await Deno.symlink("real/a", join(directory, "to-a"));
  await Deno.symlink("to-a", join(directory, "to-to-a"));
  await Deno.symlink("real/new", join(directory, "to-new"));
  await Deno.symlink("loop", join(directory, "loop"));
  await files.writeAtomic(join(directory, "to-to-a"), "new");
  await files.writeAtomic(join(directory, "to-new"), "made");
  assertEquals(await Deno.readTextFile(join(directory, "real", "a")), "new");
  assertEquals(await Deno.readTextFile(join(directory, "real", "new")), "made");
  assertEquals(await Deno.readLink(join(directory, "to-to-a")), "to-a");
  assertEquals((await files.readDir(join(directory, "real")))?.toSorted(), ["a", "new"]);
  await assertRejects(() => files.writeAtomic(join(directory, "loop"), ""), FabError, "links");
});

test("a failed write leaves the old file and nothing else", async (directory) => {
  await Deno.mkdir(join(directory, "taken"));
  await assertRejects(() => files.writeAtomic(join(directory, "taken"), "x"));
  await assertRejects(() => files.writeAtomic(join(directory, "none", "x"), "x"));
  assertEquals(await files.readDir(directory), ["taken"]);
});

test("many writers at once leave one of their texts, whole", async (directory) => {
  const file = join(directory, "file");
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(50_000));
  await Promise.all(texts.map((text) => files.writeAtomic(file, text)));
  assert(texts.includes(await Deno.readTextFile(file)));
  assertEquals(await files.readDir(directory), ["file"]);
});

test("removing says whether there was something", async (directory) => {
  await files.mkdir(join(directory, "a/b"));
  await files.mkdir(join(directory, "a/b"));
  await assertRejects(() => files.remove(join(directory, "a")));
  assertEquals(await files.remove(join(directory, "a"), { recursive: true }), true);
  assertEquals(await files.remove(join(directory, "a"), { recursive: true }), false);
});

test("one holds a lock; who waits too long is told who", async (directory) => {
  const path = join(directory, "lock");
  const first = await files.lock(path, { timeoutMs: 0, owner: "first" });
  assert(first !== null);
  assertEquals(await files.lockHolder(path), "first");
  const started = clock.monotonic();
  assertEquals(await files.lock(path, { timeoutMs: 100, owner: "second" }), null);
  assertLess(clock.monotonic() - started, 5000);
  assertEquals(await files.lockHolder(path), "first");
  const controller = new AbortController();
  const waiting = createFiles(controller.signal).lock(path, { timeoutMs: 60_000, owner: "third" });
  controller.abort(new InterruptedError("SIGINT"));
  await assertRejects(() => waiting, InterruptedError);
  await first.release();
  await first.release();
  assertEquals(await files.readDir(directory), []);
  assertEquals(await files.lockHolder(path), null);
});

test("waiting ends as soon as the lock is free, and no two hold it", async (directory) => {
  const path = join(directory, "lock");
  let holding = 0;
  let taken = 0;
  await allEnded(Array.from({ length: 8 }, async (_, index) => {
    const lock = await files.lock(path, { timeoutMs: 20_000, owner: `${index}` });
    assert(lock !== null);
    assertEquals(++holding, 1);
    await clock.sleep(5);
    holding--;
    taken++;
    await lock.release();
  }));
  assertEquals([taken, await files.readDir(directory)], [8, []]);
});

test("a holder that died, however, blocks nobody", async (directory) => {
  const path = join(directory, "lock");
  const script = `
    import { createFiles } from "${new URL("../lib/proc/files.ts", import.meta.url)}";
    const files = createFiles(new AbortController().signal);
    const lock = await files.lock(${JSON.stringify(path)}, { timeoutMs: 5000, owner: "dead" });
    console.log(lock === null ? "none" : "held");
    setInterval(() => {}, 1000);
  `;
  const config = fromFileUrl(new URL("../deno.json", import.meta.url));
  const holder = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-check", "-A", "--config", config, "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const writer = holder.stdin.getWriter();
    await writer.write(new TextEncoder().encode(script));
    await writer.close();
    for await (const line of readLines(holder.stdout)) {
      assertEquals(line, "held");
      break;
    }
    assertEquals(await files.lock(path, { timeoutMs: 50, owner: "me" }), null);
    assertEquals(await files.lockHolder(path), "dead");
  } finally {
    holder.kill("SIGKILL");
    await holder.status;
  }
  const lock = await files.lock(path, { timeoutMs: 5000, owner: "me" });
  assert(lock !== null);
  assertEquals(await files.lockHolder(path), "me");
  await lock.release();
});

test("a lock is no way to overwrite another file", async (directory) => {
  const precious = join(directory, "precious");
  await Deno.writeTextFile(precious, "mine");
  await Deno.symlink("precious", join(directory, "lock"));
  await assertRejects(
    () => files.lock(join(directory, "lock"), { timeoutMs: 10, owner: "x" }),
    FabError,
    "not a plain file",
  );
  assertEquals(await Deno.readTextFile(precious), "mine");
});
