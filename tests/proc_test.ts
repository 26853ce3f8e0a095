import { assertEquals, assertLess, assertRejects, assertThrows } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { FabError, ProgramMissingError } from "../lib/core/errors.ts";
import { createExec } from "../lib/proc/exec.ts";
import { readLines } from "../lib/proc/read_lines.ts";
import { NO_SIGNALS } from "./helpers/real_context.ts";

const traced: string[] = [];
const exec = createExec({
  signals: NO_SIGNALS,
  trace: (argv, ms) => traced.push(`${argv[0]} ${ms >= 0}`),
});
const sh = (script: string, ...args: string[]) => ["sh", "-c", script, "sh", ...args];

Deno.test("a program's output comes back as it was, both streams apart", async () => {
  const result = await exec.run(
    sh("cat; printf '\\357\\273\\277a\\377\\n'; echo err >&2; exit 3"),
    {
      stdin: "日本\n",
    },
  );
  assertEquals(result, {
    code: 3,
    signal: null,
    stdout: "日本\n\ufeffa\ufffd\n",
    stderr: "err\n",
    timedOut: false,
  });
  assertEquals(traced.at(-1), "sh true");
});

Deno.test("large input and output pass, and a program need not read its input", async () => {
  const text = "0123456789".repeat(200_000);
  assertEquals((await exec.run(["cat"], { stdin: text })).stdout, text);
  assertEquals((await exec.run(["true"], { stdin: text })).code, 0);
  assertEquals((await exec.run(["cat"])).stdout, "");
  assertEquals((await exec.run(["cat"], { stdin: "" })).stdout, "");
});

Deno.test("a time limit ends the program, also where another holds its pipes", async () => {
  const started = performance.now();
  const result = await exec.run(sh("sleep 20 & echo $!; echo out; sleep 20"), { timeoutMs: 300 });
  assertLess(performance.now() - started, 10_000);
  assertEquals([result.timedOut, result.code, result.signal], [true, 137, "SIGKILL"]);
  const [pid, out] = result.stdout.split("\n");
  assertEquals(out, "out");
  await exec.run(["kill", pid ?? ""]);
  const stuck = await exec.run(sh("exec sleep 20"), { timeoutMs: 100, stdin: "x".repeat(1e6) });
  assertEquals(stuck.timedOut, true);
});

Deno.test("directory and environment are the child's, additions only", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const result = await exec.run(sh('pwd -P; echo "$FAB_X-${PATH:+path}"'), {
      cwd: directory,
      env: { FAB_X: "a b" },
    });
    assertEquals(result.stdout, `${await Deno.realPath(directory)}\na b-path\n`);
  } finally {
    await Deno.remove(directory);
  }
});

Deno.test("what can't be started says so in a line", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "no program");
  try {
    for (const program of ["fab-no-such-program", "/no/such/program", file]) {
      const error = await assertRejects(() => exec.run([program]), ProgramMissingError);
      assertEquals(error.program, program);
      await assertRejects(() => exec.attach([program]), ProgramMissingError);
      assertThrows(() => exec.lines([program]), ProgramMissingError);
    }
    await Deno.chmod(file, 0o755);
    for (
      const [argv, cwd, words] of [
        [[file], "/", "can't be started: exec format error"],
        [["echo", "a\0b"], "/", "can't be started: nul byte"],
        [["echo", "x".repeat(300_000)], "/", "can't be started: argument list too long"],
        [["echo"], "/no/such/directory", "echo: can't run in /no/such/directory"],
      ] as const
    ) {
      const error = await assertRejects(() => exec.run(argv, { cwd }), FabError, words);
      assertEquals([error.kind, error instanceof ProgramMissingError], ["failed", false]);
    }
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("lines are read while the program runs, and closing ends it", async () => {
  const process = exec.lines(sh('while read -r line; do echo "got $line"; done'));
  const lines = process.lines[Symbol.asyncIterator]();
  await process.write("one\n");
  assertEquals(await lines.next(), { done: false, value: "got one" });
  await process.write("two\n");
  assertEquals(await lines.next(), { done: false, value: "got two" });
  await process.close();
  assertEquals((await lines.next()).done, true);
  await process.close();
});

Deno.test("a program that ignores the request to end is ended", async () => {
  const process = exec.lines(sh("trap '' TERM; echo ready; while :; do sleep 0.1; done"));
  for await (const line of process.lines) {
    assertEquals(line, "ready");
    break;
  }
  const started = performance.now();
  await process.close();
  assertLess(performance.now() - started, 10_000);
});

Deno.test("what still runs can be killed at the end", async () => {
  const result = exec.run(["sleep", "20"]);
  exec.killAll();
  assertEquals((await result).signal, "SIGKILL");
});

Deno.test("an attached program has the terminal's signals, and gets the others passed on", async () => {
  const probe = fromFileUrl(new URL("./helpers/attach_probe.ts", import.meta.url));
  const config = fromFileUrl(new URL("../deno.json", import.meta.url));
  const child = new Deno.Command("setsid", {
    args: [Deno.execPath(), "run", "-q", "--no-check", "-A", "--config", config, probe].concat(sh(
      "trap 'echo int' INT; trap 'echo quit' QUIT; trap 'echo usr1' USR1; " +
        "trap 'echo term; exit 7' TERM; echo ready; while :; do sleep 0.02; done",
    )),
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = readLines(child.stdout);
  const next = async () => (await lines.next()).value;
  const signal = async (name: string, target: number) => {
    assertEquals((await exec.run(["kill", `-${name}`, "--", `${target}`])).code, 0);
  };
  try {
    assertEquals(await next(), "ready");
    await signal("INT", -child.pid);
    assertEquals(await next(), "int");
    await signal("QUIT", -child.pid);
    assertEquals(await next(), "quit");
    await signal("USR1", child.pid);
    assertEquals(await next(), "usr1");
    await signal("TERM", child.pid);
    assertEquals(await next(), "term");
    assertEquals(await next(), '{"code":7,"signal":null,"interrupted":"SIGTERM"}');
    assertEquals((await child.status).code, 0);
  } finally {
    await lines.return(undefined);
    await exec.run(["kill", "-KILL", "--", `-${child.pid}`]);
    await child.status;
  }
});

Deno.test("an attached program's end by a signal is told", async () => {
  assertEquals(await exec.attach(sh("kill -TERM $$")), { code: 143, signal: "SIGTERM" });
  assertEquals(await exec.attach(sh("exit 5")), { code: 5, signal: null });
});
