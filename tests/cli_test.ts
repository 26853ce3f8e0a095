import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { root } from "../commands/mod.ts";
import { displayWidth } from "../lib/cli/text/display_width.ts";
import { parseLine } from "../lib/cli/parse.ts";
import { commandsOf, listed, loaderOf, type Place, resolve } from "../lib/cli/resolve.ts";
import { runProgram } from "../lib/cli/run.ts";
import { fakeContext } from "../lib/testing/fake_context.ts";
import config from "../deno.json" with { type: "json" };
import { programArgv, programEnv, runFab, shellFab } from "./helpers/program.ts";
import { fabWords } from "./helpers/shell_words.ts";

/** Runs the program without a process, for what must hold of every command. */
async function inProcess(argv: readonly string[]) {
  const context = fakeContext();
  const program = { root, version: config.version, debug: false };
  const code = await runProgram(argv, context, program);
  return { code, stdout: context.out.written, stderr: context.out.errors };
}

/** Every family and command that people are told about. */
function* places(place: Place = { path: ["fab"], node: root }): Generator<Place> {
  yield place;
  if (place.node.kind === "command") return;
  for (const node of listed(place.node)) yield* places({ path: [...place.path, node.name], node });
}

Deno.test("the version is the one in deno.json", async () => {
  const expected = { code: 0, stdout: `fab ${config.version}\n`, stderr: "" };
  assertEquals(await runFab(["--version"]), expected);
});

Deno.test("wrong usage: exit 2, nothing on stdout, one line that says what to do", async () => {
  const cases: [string[], string][] = [
    [["hook"], "unknown command \"hook\"; see 'fab --help'"],
    [["hook", "stop"], "unknown command \"hook\"; see 'fab --help'"],
    [["map"], "unknown command \"map\"; did you mean pane map?; see 'fab --help'"],
    [["ls"], "unknown command \"ls\"; did you mean pane map?; see 'fab --help'"],
    [
      ["pane", "ls"],
      "unknown command \"ls\" for 'fab pane'; did you mean map?; see 'fab pane --help'",
    ],
    [["wait"], "unknown command \"wait\"; did you mean dispatch wait?; see 'fab --help'"],
    [["agnet"], "unknown command \"agnet\"; did you mean agent?; see 'fab --help'"],
    [
      ["skill", "instal"],
      "unknown command \"instal\" for 'fab skill'; did you mean install?; see 'fab skill --help'",
    ],
    [["help", "nope"], "unknown command \"nope\"; see 'fab --help'"],
    [["--bogus"], "unknown flag \"--bogus\"; flags come after the command; see 'fab --help'"],
    [["doctor", "--fxi"], "unknown flag --fxi; did you mean --fix?; see 'fab doctor --help'"],
    [["doctor", "--json=1"], "--json takes no value, but \"1\" was given; see 'fab doctor --help'"],
    [["doctor", "now\n"], "unexpected argument \"now\\n\"; see 'fab doctor --help'"],
    [["agent", "-o", "xml"], "--output: \"xml\" is not one of yaml, json; see 'fab agent --help'"],
    [["agent", "--model"], "--model needs a value: --model <id>; see 'fab agent --help'"],
  ];
  for (const [argv, message] of cases) {
    assertEquals(await runFab(argv), { code: 2, stdout: "", stderr: `fab: ${message}\n` });
  }
});

Deno.test("fab help <command> is the command's --help, and so is -h", async () => {
  for (const place of places()) {
    const words = place.path.slice(1);
    const help = await inProcess(["help", ...words]);
    assertEquals([help.code, help.stderr], [0, ""], words.join(" "));
    assertEquals(await inProcess([...words, "--help"]), help);
    assertEquals(await inProcess([...words, "-h"]), help);
  }
  const outside = await runFab(["help", "skill", "install"]);
  assertEquals(outside, await inProcess(["help", "skill", "install"]));
  assertEquals(await runFab(["skill", "install", "--help"]), outside);
  assertEquals(await runFab([]), await inProcess(["--help"]));
});

Deno.test("every help fits 80 columns and says how the command is written", async () => {
  for (const place of places()) {
    const { stdout } = await inProcess([...place.path.slice(1), "--help"]);
    for (const line of stdout.split("\n")) {
      assert(displayWidth(line) <= 80, `${place.path.join(" ")}: ${line}`);
      assertEquals(line, line.trimEnd(), `${place.path.join(" ")}: blanks at the end`);
    }
    assert(stdout.includes(`\nUsage:\n  ${place.path.join(" ")} `), stdout);
    assert(stdout.endsWith("\n") && !stdout.endsWith("\n\n"), stdout);
  }
});

Deno.test("every command has examples, and each is a line that it reads", async () => {
  for (const place of commandsOf({ path: ["fab"], node: root })) {
    const spec = await loaderOf(place)?.();
    assert(spec !== undefined && spec.examples.length > 0, `${place.path.join(" ")}: no examples`);
    for (const { line } of spec.examples) {
      const resolved = resolve(root, fabWords(line));
      assert(resolved.kind === "command", line);
      assertEquals(resolved.place.path, place.path, line);
      const parsed = parseLine(resolved.argv, spec);
      assert(parsed !== null, line);
      spec.parse(parsed);
    }
  }
});

Deno.test("every command's file is in the tree, and none is loaded before it is called", async () => {
  const folder = fromFileUrl(new URL("../commands/", import.meta.url));
  const tree = await Deno.readTextFile(join(folder, "mod.ts"));
  const files = (await filesBelow(folder)).map((file) => file.slice(folder.length))
    .filter((file) => file.endsWith(".ts") && !/_test\.ts$|^mod\.ts$/.test(file));
  for (const file of files) assert(tree.includes(`import("./${file}")`), `${file} is not listed`);
  assertEquals(tree.match(/^import .* from "\.\/.*/m), null);
});

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await filesBelow(path));
    else found.push(path);
  }
  return found;
}

Deno.test("every flag and argument is declared as a person can use it", async () => {
  for (const place of commandsOf({ path: ["fab"], node: root })) {
    const spec = await loaderOf(place)?.();
    const flags = [...spec?.flags ?? [], { name: "help", short: "h" }];
    const where = place.path.join(" ");
    for (
      const names of [
        flags.map((flag) => flag.name),
        flags.flatMap((flag) => flag.short ?? []),
      ]
    ) {
      assertEquals(new Set(names).size, names.length, `${where}: a flag twice in ${names}`);
    }
    for (const { name, value, summary } of spec?.flags ?? []) {
      assertMatch(name, /^[a-z][a-z-]*$/, where);
      if (value !== undefined) assertMatch(value, /^<.+>$/, `${where} --${name}`);
      assertMatch(summary, /^[^A-Z\s].*[^.\s]$|^[A-Z]{2,}/, `${where} --${name}: ${summary}`);
    }
    const args = spec?.args ?? [];
    args.forEach((arg, index) => {
      assert(arg.variadic !== true || index === args.length - 1, `${where} <${arg.name}>`);
      assert(arg.optional === true || args[index - 1]?.optional !== true, `${where} <${arg.name}>`);
    });
  }
});

Deno.test("a pipe that closes early ends it without a word, as tmux does", async () => {
  const script = '{ "$@"; echo $? >&2; } | true';
  for (const args of [["--help"], ["help", "doctor"], ["skill", "cli-agents"]]) {
    const { stdout, stderr } = await shellFab(`{ sleep 0.3; ${script.slice(2)}`, args);
    assertEquals({ stdout, stderr }, { stdout: "", stderr: "0\n" });
  }
  const cut = await shellFab('"$@" | head -1', ["skill", "cli-agents"]);
  assertEquals({ ...cut, stdout: cut.stdout.split("\n").length }, {
    code: 0,
    stdout: 2,
    stderr: "",
  });
});

Deno.test("closed streams are no reason to crash", async () => {
  const help = (await inProcess(["--help"])).stdout;
  assertEquals(await shellFab('"$@" <&-', ["--help"]), { code: 0, stdout: help, stderr: "" });
  assertEquals(await shellFab('"$@" >&-', ["--help"]), { code: 0, stdout: "", stderr: "" });
  assertEquals(await shellFab('"$@" 2>&-', ["nope"]), { code: 2, stdout: "", stderr: "" });
});

Deno.test("a full disk is an error in words", async () => {
  const expected = { code: 1, stdout: "", stderr: "fab: no space left on device\n" };
  assertEquals(await shellFab('"$@" >/dev/full', ["--help"]), expected);
});

Deno.test("a file that can't be written whole is named, and stays as it was", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const path = `${directory}/.fab-kit/config.yaml`;
    await Deno.mkdir(`${directory}/.fab-kit`);
    await Deno.writeTextFile(path, "agent:\n  session: codex\n");
    const set = ["config", "set", "--system", "agent.session", "claude"];
    const limited = 'trap "" XFSZ; ulimit -f 0; exec "$@"';
    const done = await shellFab(limited, set, { env: { HOME: directory }, cwd: directory });
    const stderr = `fab: file too large: write '${path}'\n`;
    assertEquals(done, { code: 1, stdout: "", stderr });
    assertEquals(await Deno.readTextFile(path), "agent:\n  session: codex\n");
    assertEquals(await Array.fromAsync(Deno.readDir(`${directory}/.fab-kit`), (one) => one.name), [
      "config.yaml",
    ]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a poor environment is enough", async () => {
  const line = ["agent", "--provider", "codex", "--print"];
  const stdout = "codex --dangerously-bypass-approvals-and-sandbox\n";
  const expected = { code: 0, stdout, stderr: "" };
  const directory = await Deno.makeTempDir();
  try {
    const here = { cwd: directory };
    assertEquals(await runFab(line, { ...here, env: { HOME: undefined } }), expected);
    assertEquals(await runFab(line, { ...here, env: { HOME: "", TERM: undefined } }), expected);
    assertEquals(await runFab(line, { ...here, env: { TMPDIR: "/no/such" } }), expected);
    assertEquals(await runFab(line, { ...here, env: { LC_ALL: "C", LANG: "C" } }), expected);
    assertEquals(await runFab(line, { ...here, env: { LD_LIBRARY_PATH: "/tmp" } }), expected);
    const bad = `FAB_BAD=$(printf 'a\\377b') FAB_DEBUG=$(printf '\\377') "$@"`;
    assertEquals(await shellFab(bad, line, here), expected);
    const lost = `HOME=$(printf '/a\\377b') "$@"`;
    assertEquals(await shellFab(lost, line, here), expected);
    await Deno.chmod(directory, 0o555);
    assertEquals(await runFab(line, here), expected);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

// Deno reads the arguments and the directory before the program begins, and gives up by itself.
// What can be promised is that nothing was done.
Deno.test("arguments that are not UTF-8 and a deleted directory end it before anything is done", async () => {
  const directory = await Deno.makeTempDir();
  try {
    for (
      const script of [
        `"$@" "$(printf 'a\\377b')"`,
        `cd "${directory}" && mkdir gone && cd gone && rmdir ../gone && "$@"`,
      ]
    ) {
      const { code, stdout } = await shellFab(script, ["skill", "install", "--dir", directory]);
      assert(code !== 0, script);
      assertEquals(stdout, "");
      assertEquals((await Array.fromAsync(Deno.readDir(directory))).length, 0);
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("FAB_DEBUG shows what is run, one line each, and nothing else changes", async () => {
  const debug = await runFab(["doctor", "--json"], { env: { FAB_DEBUG: "1" } });
  const plain = await runFab(["doctor", "--json"]);
  assertEquals([debug.code, debug.stdout], [plain.code, plain.stdout]);
  const lines = debug.stderr.trimEnd().split("\n");
  for (const line of lines) assertMatch(line, /^fab: \S.* {2}# \d+\.\d ms$/);
  assert(lines.some((line) => line.startsWith("fab: tmux ")), debug.stderr);
  assert(!plain.stderr.includes(" ms"), plain.stderr);
});

/** Starts `fab doctor` with a tmux that never answers, and tells when it was called. */
async function hangingProgram(directory: string) {
  const called = join(directory, "called");
  await Deno.writeTextFile(
    join(directory, "tmux"),
    `#!/bin/sh\necho $$ >"${called}.new"\nmv "${called}.new" "${called}"\nexec sleep 60\n`,
    { mode: 0o755 },
  );
  const [program = "", ...args] = [...programArgv(), "doctor"];
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: programEnv({ PATH: `${directory}:${Deno.env.get("PATH")}` }),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const deadline = performance.now() + 20_000;
  for (;;) {
    const pid = await Deno.readTextFile(called).catch(() => null);
    if (pid !== null) return { child, pid: Number(pid) };
    if (performance.now() > deadline) {
      child.kill("SIGKILL");
      const { stderr } = await child.output();
      throw new Error(`tmux was never called: ${new TextDecoder().decode(stderr)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits until a killed process has left; one that nobody has reaped yet is gone as well. */
async function gone(pid: number): Promise<void> {
  for (const deadline = performance.now() + 5000;;) {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "gone) Z");
    if (/\) Z/.test(stat)) return;
    assertLess(performance.now(), deadline, `the program that it ran is still there: ${stat}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

Deno.test("a signal ends it with its code, without a word, and with what it started", async () => {
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    const directory = await Deno.makeTempDir();
    try {
      const { child, pid } = await hangingProgram(directory);
      child.kill(signal);
      const first = performance.now();
      // The second one means it; two that come while it is busy are one to it.
      const again = signal === "SIGHUP" ? undefined : setInterval(() => child.kill(signal), 50);
      child.status.finally(() => clearInterval(again));
      const output = await child.output();
      assertLess(performance.now() - first, signal === "SIGHUP" ? 8000 : 2500);
      const stderr = new TextDecoder().decode(output.stderr);
      assertEquals([output.code, output.stdout.length, stderr], [code, 0, ""]);
      await gone(pid);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  }
});

Deno.test("without a PATH tmux is not found, which is tmux's failure", async () => {
  const { code, stdout, stderr } = await new Deno.Command("/usr/bin/env", {
    args: ["-u", "PATH", ...programArgv(), "pane", "map", "--all-sessions"],
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals(
    { code, stdout: text(stdout), stderr: text(stderr) },
    { code: 3, stdout: "", stderr: "fab: tmux not found on PATH; install tmux 3.2 or later\n" },
  );
});

Deno.test("what is no pane's id, and can be recognized, is answered with what is", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["1", "pane 1 not found; did you mean %1?"],
    ["main:1", "pane main:1 not found; a pane is named by its id, which 'fab pane map' shows"],
    ["work:2.0", "pane work:2.0 not found; a pane is named by its id, which 'fab pane map' shows"],
    ["", 'pane "" not found'],
    ["main", "pane main not found"],
    ["%x", "pane %x not found"],
  ];
  for (const [pane, message] of cases) {
    const result = await runFab(["pane", "capture", pane]);
    assertEquals(result, { code: 2, stdout: "", stderr: `fab: ${message}\n` });
  }
});
