import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FabError, InterruptedError, PaneMissingError, TmuxError } from "../core/errors.ts";
import { fakeContext, type FakeSettings } from "../testing/fake_context.ts";
import { type CommandSpec, defineCommand, serverFlag } from "./command.ts";
import { serverOf } from "./flags/server.ts";
import { runProgram } from "./run.ts";
import { family, leaf } from "./help/tree.ts";

/** A command that takes a word and does what the test says. */
function commandThat(run: CommandSpec<string>["run"]): CommandSpec<string> {
  return defineCommand({
    args: [{ name: "word", summary: "any word" }],
    flags: [{ name: "lines", short: "l", value: "<n>", summary: "how many" }],
    examples: [{ line: "fab pane show x", summary: "shows x" }],
    parse: (line) => line.args[0] ?? "",
    run,
  });
}

async function run(
  argv: readonly string[],
  body: CommandSpec<string>["run"] = () => Promise.resolve(0),
  settings: FakeSettings & { readonly debug?: boolean; readonly abort?: "SIGINT" } = {},
) {
  const context = fakeContext(settings);
  const command = commandThat(body);
  const own = defineCommand<null>({
    examples: [{ line: "fab skill", summary: "" }],
    parse: () => null,
    run: async (_, { out }) => (await out.stdout("own\n"), 0),
  });
  const root = family("fab", {
    summary: "test",
    children: [
      family("pane", {
        summary: "panes",
        children: [
          leaf("show", { summary: "show a word", load: () => Promise.resolve({ command }) }),
          leaf("secret", {
            summary: "not for people",
            hidden: true,
            load: () => Promise.resolve({ command }),
          }),
        ],
      }),
      family("skill", {
        summary: "skills",
        load: () => Promise.resolve({ command: own }),
        children: [leaf("list", { summary: "l", load: () => Promise.resolve({ command: own }) })],
      }),
    ],
  });
  if (settings.abort !== undefined) context.controller.abort(new InterruptedError(settings.abort));
  const code = await runProgram(argv, context, {
    root,
    version: "1.2.3",
    debug: settings.debug ?? false,
  });
  return { code, stdout: context.out.written, stderr: context.out.errors };
}

Deno.test("a command gets its options, and its code is the program's", async () => {
  const done = await run(["pane", "show", "x"], async (word, { out }) => {
    await out.stdout(`${word}!\n`);
    return 7;
  });
  assertEquals(done, { code: 7, stdout: "x!\n", stderr: "" });
});

Deno.test("a command that is called otherwise elsewhere, or stands deeper, is named", async () => {
  const cases: [string[], string][] = [
    [["show"], "did you mean pane show?"],
    [["cat"], 'unknown command "cat"; see'],
    [["pane", "list"], "unknown command \"list\" for 'fab pane'; see"],
    [["list"], "did you mean skill list?"],
  ];
  for (const [line, said] of cases) {
    const { code, stderr } = await run(line);
    assertEquals(code, 2);
    assertStringIncludes(stderr, said);
  }
});

Deno.test("unknown commands and flags end with 2 and one line that says what to do", async () => {
  const cases: [string[], string][] = [
    [["hook"], `unknown command "hook"; see 'fab --help'`],
    [["pnae"], `unknown command "pnae"; did you mean pane?; see 'fab --help'`],
    [
      ["pane", "shwo"],
      `unknown command "shwo" for 'fab pane'; did you mean show?; see 'fab pane --help'`,
    ],
    [["pane", "secrt"], `unknown command "secrt" for 'fab pane'; see 'fab pane --help'`],
    [["pane", ""], `unknown command "" for 'fab pane'; see 'fab pane --help'`],
    [
      ["skill", "lsit"],
      `unknown command "lsit" for 'fab skill'; did you mean list?; see 'fab skill --help'`,
    ],
    [["-l", "5", "pane"], `unknown flag "-l"; flags come after the command; see 'fab --help'`],
    [["--verison"], `unknown flag "--verison"; did you mean --version?; see 'fab --help'`],
    [["pane", "show"], `missing argument <word>; see 'fab pane show --help'`],
    [
      ["pane", "show", "x", "--liens=3"],
      `unknown flag --liens; did you mean --lines?; see 'fab pane show --help'`,
    ],
    [["help", "pane", "nope"], `unknown command "nope" for 'fab pane'; see 'fab pane --help'`],
    [
      ["help", "pane", "show", "x"],
      `unknown command "x" for 'fab pane show'; see 'fab pane show --help'`,
    ],
  ];
  for (const [argv, message] of cases) {
    const expected = { code: 2, stdout: "", stderr: `fab: ${message}\n` };
    assertEquals(await run(argv), expected, argv.join(" "));
  }
});

Deno.test("each error ends as one line, its details below, with its code", async () => {
  const cases: [unknown, number, string][] = [
    [
      new FabError("failed", "not ready: no echo", { details: "a\nb" }),
      1,
      "fab: not ready: no echo\na\nb\n",
    ],
    [new PaneMissingError("%9"), 2, "fab: pane %9 not found\n"],
    [new TmuxError("refused", "tmux: bad\nthing\x1b[31m"), 3, "fab: tmux: bad; thing\\x1b[31m\n"],
    [
      Object.assign(new Error("Permission denied (os error 13): open '/x'"), { code: "EACCES" }),
      1,
      "fab: permission denied: open '/x'\n",
    ],
    [new RangeError("oops"), 1, "fab: internal error: RangeError: oops; FAB_DEBUG=1 shows where\n"],
  ];
  for (const [error, code, stderr] of cases) {
    const got = await run(["pane", "show", "x"], () => Promise.reject(error));
    assertEquals(got, { code, stdout: "", stderr });
  }
});

Deno.test("a trace is shown when it is asked for, causes included", async () => {
  const error = new FabError("failed", "outer", { cause: new RangeError("inner") });
  const { stderr } = await run(["pane", "show", "x"], () => Promise.reject(error), { debug: true });
  assertStringIncludes(stderr, "fab: outer\nFabError: outer\n    at ");
  assertStringIncludes(stderr, "caused by: RangeError: inner\n    at ");
});

Deno.test("a closed pipe and a signal end the program without a word", async () => {
  const closed = await run(["--help"], undefined, { closedStdout: true });
  assertEquals(closed, { code: 0, stdout: "", stderr: "" });
  const sleeps = await run(["pane", "show", "x"], async (_, { clock }) => {
    await clock.sleep(1);
    return 0;
  }, { abort: "SIGINT" });
  assertEquals(sleeps, { code: 130, stdout: "", stderr: "" });
  const fails = await run(
    ["pane", "show", "x"],
    () => Promise.reject(new FabError("failed", "unverified: interrupted")),
    { abort: "SIGINT" },
  );
  assertEquals(fails, { code: 130, stdout: "", stderr: "fab: unverified: interrupted\n" });
});

Deno.test("help is the same however it is asked for", async () => {
  for (
    const forms of [
      [[], ["--help"], ["-h"], ["help"], ["help", "--help"]],
      [["pane"], ["pane", "--help"], ["pane", "-h"], ["help", "pane"]],
      [["pane", "show", "--help"], ["pane", "show", "x", "-h"], ["help", "pane", "show"]],
      [["skill", "--help"], ["help", "skill"]],
    ]
  ) {
    const [first, ...others] = await Promise.all(forms.map((argv) => run(argv)));
    assertEquals([first?.code, first?.stderr], [0, ""]);
    assert((first?.stdout.length ?? 0) > 100);
    for (const other of others) assertEquals(other, first);
  }
});

Deno.test("hidden commands run and are not shown", async () => {
  assertEquals((await run(["pane", "secret", "x"])).code, 0);
  const { stdout } = await run(["pane", "--help"]);
  assertStringIncludes(stdout, "show");
  assert(!stdout.includes("secret"), stdout);
});

Deno.test("a family may have a command of its own beside its children", async () => {
  assertEquals(await run(["skill"]), { code: 0, stdout: "own\n", stderr: "" });
  assertEquals(await run(["skill", "list"]), { code: 0, stdout: "own\n", stderr: "" });
  assertEquals((await run(["skill", "--nope"])).code, 2);
});

Deno.test("a server is named before the family, before the verb, or behind it", async () => {
  let server: string | null = null;
  const command = defineCommand({
    flags: [serverFlag],
    examples: [],
    parse: serverOf,
    run: (named) => Promise.resolve((server = named, 0)),
  });
  const root = family("fab", {
    summary: "test",
    children: [family("pane", {
      summary: "panes",
      children: [leaf("map", { summary: "map", load: () => Promise.resolve({ command }) })],
    })],
  });
  const named = async (...argv: string[]) => {
    const context = fakeContext({ cwd: "/desk" });
    const code = await runProgram(argv, context, { root, version: "1", debug: false });
    return code === 0 ? server : context.out.errors;
  };
  for (const flag of [["-L", "a"], ["-La"], ["--server", "a"], ["--server=a"]]) {
    assertEquals(await named(...flag, "pane", "map"), "a");
    assertEquals(await named("pane", ...flag, "map"), "a");
    assertEquals(await named("pane", "map", ...flag), "a");
  }
  assertEquals(await named("-L", "a", "pane", "map", "-L", "b"), "b");
  assertEquals(await named("-S", "x.sock", "pane", "map"), "/desk/x.sock");
  assertEquals(await named("pane", "--socket=/run/x", "map"), "/run/x");
  assertEquals(await named("pane", "map", "-S/run/x", "-L", "b"), "/run/x");
  assertEquals(await named("pane", "-S"), "fab: -S needs a value: -S <path>; see 'fab --help'\n");
  assertStringIncludes(await named("-L", "a", "pane", "mpa") ?? "", "did you mean map?");
});

Deno.test("the version stands alone", async () => {
  assertEquals((await run(["-V"])).stdout, "fab 1.2.3\n");
  assertEquals((await run(["version"])).stdout, "fab 1.2.3\n");
  assertEquals(await run(["--version"]), { code: 0, stdout: "fab 1.2.3\n", stderr: "" });
  assertEquals((await run(["--version", "x"])).code, 2);
});
