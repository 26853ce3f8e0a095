import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../core/errors.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { defineCommand } from "./command.ts";
import { hostFlag, takeHosts } from "./hosts.ts";
import { runProgram } from "./run.ts";
import { findSlot } from "./help/completion_slot.ts";
import { family, leaf } from "./help/tree.ts";

Deno.test("hosts stand in front of a command, and nowhere else", () => {
  assertEquals(takeHosts(["--host", "a", "--host=b", "pane", "map", "--host", "c"]), {
    hosts: ["a", "b"],
    rest: ["pane", "map", "--host", "c"],
  });
  assertEquals(takeHosts(["pane"]), { hosts: [], rest: ["pane"] });
  assertEquals(takeHosts(["--host", "--", "x"]).hosts, ["--"]);
  assertThrows(() => takeHosts(["--host"]), UsageError, "needs a value");
});

const show = defineCommand<string>({
  args: [{ name: "word", summary: "any" }],
  examples: [],
  parse: (line) => line.args[0]!,
  takesTerminal: (word) => word === "screen",
  run: () => Promise.reject(new Error("ran here")),
});
const list = defineCommand<readonly string[]>({
  flags: [hostFlag],
  examples: [],
  parse: (line) => line.values("host"),
  run: async (hosts, { out }) => (await out.stdout(`${hosts.join(" ")}\n`), 0),
});
const root = family("fab", {
  summary: "test",
  children: [
    leaf("show", { summary: "s", load: () => Promise.resolve({ command: show }) }),
    leaf("list", { summary: "l", load: () => Promise.resolve({ command: list }) }),
  ],
});

async function run(...argv: readonly string[]) {
  const passed: unknown[] = [];
  const context = fakeContext();
  const code = await runProgram(argv, context, {
    ...{ root, version: "1.2.3", debug: false },
    loadRemote: () =>
      Promise.resolve({ passOn: (_, line) => (passed.push(line), Promise.resolve(7)) }),
  });
  return { code, passed, stdout: context.out.written, stderr: context.out.errors };
}

Deno.test("a command is passed on as it was written, and its exit code comes back", async () => {
  assertEquals(await run("--host", "red", "show", "--", "-x"), {
    code: 7,
    passed: [{ host: "red", argv: ["show", "--", "-x"], terminal: false }],
    ...{ stdout: "", stderr: "" },
  });
  assertEquals((await run("--host", "red", "show", "screen")).passed, [
    { host: "red", argv: ["show", "screen"], terminal: true },
  ]);
  for (const argv of [["--version"], ["show", "--help"], ["help"], ["--help"]]) {
    assertEquals((await run("--host=red", ...argv)).passed, [
      { host: "red", argv, terminal: false },
    ]);
  }
});

Deno.test("a command that several hosts answer is given them", async () => {
  assertEquals(await run("--host", "red", "--host", "blue", "list"), {
    ...{ code: 0, passed: [], stdout: "red blue\n", stderr: "" },
  });
});

Deno.test("mistakes are told before anything is connected", async () => {
  const cases: [string[], string][] = [
    [["--host", "red"], "--host needs a command behind it; see 'fab --help'"],
    [["--host", "red", "shwo"], `unknown command "shwo"; did you mean show?; see 'fab --help'`],
    [["--host", "red", "show"], "missing argument <word>; see 'fab show --help'"],
    [
      ["--host", "red", "--host", "blue", "show", "x"],
      "'fab show' runs on one host, but 2 were given; see 'fab show --help'",
    ],
    [["--hots", "red", "show", "x"], `unknown flag --hots; did you mean --host?; see 'fab --help'`],
  ];
  for (const [argv, words] of cases) {
    const { stderr, ...rest } = await run(...argv);
    assertEquals(rest, { code: 2, passed: [], stdout: "" });
    assertEquals(stderr.replaceAll('"--hots"', "--hots"), `fab: ${words}\n`);
  }
});

Deno.test("behind a host the line is completed as without, but for what is there", async () => {
  const slot = async (...words: string[]) => await findSlot(root, words);
  assertEquals((await slot("--host", "r"))?.lookUp, "host");
  assertEquals((await slot("--host=r"))?.prefix, "--host=");
  assertEquals((await slot("--host", "red", "sh"))?.fixed, (await slot("sh"))?.fixed);
  assertEquals(await slot("--host", "red", "--host=b", "list", ""), await slot("list", ""));
  assertEquals((await slot("--ho"))?.fixed.map(({ value }) => value), [
    ...["--help", "--version", "--host"],
  ]);
});
