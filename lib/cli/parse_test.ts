import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../core/errors.ts";
import type { ParsedLine } from "./command.ts";
import { type LineSpec, parseLine } from "./parse.ts";

const SPEC: LineSpec = {
  args: [{ name: "pane", summary: "" }, { name: "text", summary: "", optional: true }],
  flags: [
    { name: "lines", short: "l", value: "<n>", summary: "" },
    { name: "json", short: "j", summary: "" },
    { name: "raw", short: "r", summary: "" },
    { name: "key", short: "k", value: "<name>", repeat: true, summary: "" },
    { name: "await", value: "<states>", valueOptional: true, summary: "" },
    { name: "until", value: "<state>", choices: ["idle", "active"], summary: "" },
    { name: "no-enter", summary: "" },
    { name: "a.b", value: "<x>", summary: "" },
    { name: "__proto__", value: "<x>", summary: "" },
  ],
};

function parse(argv: readonly string[], spec: LineSpec = SPEC): ParsedLine {
  const line = parseLine(argv, spec);
  assert(line !== null, "help was not asked for");
  return line;
}

function refuses(argv: readonly string[], message: string, spec: LineSpec = SPEC): void {
  const error = assertThrows(() => parseLine(argv, spec), UsageError);
  assertEquals(error.message, message, JSON.stringify(argv));
}

Deno.test("a value is written in any of the known ways, before or after the arguments", () => {
  for (
    const argv of [
      ["--lines", "5", "%3"],
      ["--lines=5", "%3"],
      ["-l", "5", "%3"],
      ["-l5", "%3"],
      ["-l=5", "%3"],
      ["%3", "-l", "5"],
      ["%3", "-l5"],
      ["-l", "1", "%3", "--lines=5"],
      ["-rl5", "%3"],
      ["-rl", "5", "%3"],
    ]
  ) {
    const line = parse(argv);
    assertEquals([line.value("lines"), line.args], ["5", ["%3"]], JSON.stringify(argv));
  }
});

Deno.test("a flag given twice: the last wins; a repeatable one keeps all in order", () => {
  const line = parse(["%3", "-l", "1", "-k", "a", "--lines=2", "--key=b", "-kc", "--key", "a"]);
  assertEquals(line.value("lines"), "2");
  assertEquals(line.values("key"), ["a", "b", "c", "a"]);
  assertEquals(line.value("key"), "a");
});

Deno.test("values stay the text that was typed", () => {
  for (
    const value of ["007", "1e3", "0x10", "", " ", "true", "false", "a=b", "=", "a\nb", "-", "--"]
      .concat(["-x", "--json", "日本", "__proto__", "constructor", "a.b", "null"])
  ) {
    assertEquals(parse(["%3", `--lines=${value}`]).value("lines"), value, `=${value}`);
    assertEquals(parse(["%3", "--lines", value]).value("lines"), value, ` ${value}`);
    assertEquals(parse(["%3", "-l", value]).value("lines"), value, `-l ${value}`);
  }
});

Deno.test("arguments stay the text that was typed", () => {
  for (
    const text of ["007", "1e3", "", "-", "true", "a=b", "日本", "0x1f", "a\nb", "constructor"]
  ) {
    assertEquals(parse(["%3", text]).args, ["%3", text]);
    assertEquals(parse(["%3", "--", text]).args, ["%3", text]);
  }
  assertEquals(parse(["%3", "--", "--json"]).args, ["%3", "--json"]);
  assertEquals(parse(["--", "%3", "--"]).args, ["%3", "--"]);
});

Deno.test("a switch takes no word after it, and no value", () => {
  const line = parse(["--json", "true"]);
  assertEquals([line.given("json"), line.args], [true, ["true"]]);
  assertEquals(line.value("json"), undefined);
  assertEquals(parse(["-jr", "%3"]).given("raw"), true);
  assertEquals(parse(["%3"]).given("json"), false);
  refuses(["--json=true", "%3"], '--json takes no value, but "true" was given');
  refuses(["--json=", "%3"], '--json takes no value, but "" was given');
  refuses(["-j=1", "%3"], '-j takes no value, but "1" was given');
});

Deno.test("an optional value comes with = alone", () => {
  const without = parse(["--await", "%3"]);
  assertEquals([without.given("await"), without.value("await")], [true, undefined]);
  assertEquals(without.args, ["%3"]);
  assertEquals(parse(["--await=idle", "%3"]).value("await"), "idle");
  assertEquals(parse(["--await=idle", "--await", "%3"]).value("await"), undefined);
  refuses(["--await=", "%3"], "--await= has no value; write --await or --await=<states>");
});

Deno.test("no name is special to the parser below: no-, dots, __proto__", () => {
  const line = parse(["%3", "--no-enter", "--a.b=1", "--__proto__=2"]);
  assertEquals(line.given("no-enter"), true);
  assertEquals(line.value("a.b"), "1");
  assertEquals(line.value("__proto__"), "2");
  assertEquals(({} as Record<string, unknown>)["f0"], undefined);
  refuses(["%3", "--no-json"], "unknown flag --no-json");
  refuses(["%3", "--lines.x=1"], "unknown flag --lines.x; did you mean --lines?");
  refuses(["%3", "--constructor=1"], "unknown flag --constructor");
  refuses(["%3", "--f0=1"], "unknown flag --f0");
});

Deno.test("unknown flags are named, with the nearest known one", () => {
  refuses(["%3", "--lnies", "5"], "unknown flag --lnies; did you mean --lines?");
  refuses(["%3", "--jsn=1"], "unknown flag --jsn; did you mean --json?");
  refuses(["%3", "--zzzzzz"], "unknown flag --zzzzzz");
  refuses(["%3", "-x"], "unknown flag -x");
  refuses(["%3", "-jx"], 'unknown flag -x in "-jx"');
  refuses(["%3", "-lines"], "missing argument <pane>", {
    ...SPEC,
    args: [SPEC.args![0]!, SPEC.args![0]!],
  });
  refuses(["%3", "-raw"], 'unknown flag -a in "-raw"; did you mean --raw?');
  refuses(["%3", "--=x"], 'unknown flag "--"');
  refuses(["%3", "--qqqq\nq"], 'unknown flag "--qqqq\\nq"');
  refuses(["%3", "-\u00e9"], 'unknown flag "-é"');
});

Deno.test("a required value that is not there is asked for", () => {
  refuses(["%3", "--lines"], "--lines needs a value: --lines <n>");
  refuses(["%3", "-l"], "-l needs a value: -l <n>");
  refuses(["%3", "-rl"], "-l needs a value: -l <n>");
});

Deno.test("values outside the choices are refused, the nearest suggested", () => {
  assertEquals(parse(["%3", "--until", "idle"]).value("until"), "idle");
  refuses(
    ["%3", "--until=idel"],
    '--until: "idel" is not one of idle, active; did you mean idle?',
  );
  refuses(["%3", "--until="], '--until: "" is not one of idle, active');
  const spec: LineSpec = { args: [{ name: "shell", summary: "", choices: ["bash", "zsh"] }] };
  refuses(["bsh"], '<shell>: "bsh" is not one of bash, zsh; did you mean bash?', spec);
});

Deno.test("arguments are counted", () => {
  refuses([], "missing argument <pane>");
  refuses(["a", "b", "c\n"], 'unexpected argument "c\\n"');
  const many: LineSpec = { args: [{ name: "pane", summary: "", variadic: true }] };
  assertEquals(parse(["a", "b", "c"], many).args, ["a", "b", "c"]);
  refuses([], "missing argument <pane>", many);
});

Deno.test("words after -- go on verbatim where a command passes them on", () => {
  const spec: LineSpec = { ...SPEC, rest: { name: "agent-args", summary: "" } };
  const line = parse(["%3", "--json", "--", "-x", "--help", "--", ""], spec);
  assertEquals([line.args, line.rest], [["%3"], ["-x", "--help", "--", ""]]);
  assertEquals(parse(["%3"], spec).rest, []);
  assertEquals(parse(["%3", "--", "x"]).rest, []);
  refuses(["--", "%3"], "missing argument <pane>", spec);
});

Deno.test("help wins over missing arguments, but is a value where one belongs", () => {
  assertEquals(parseLine(["--help"], SPEC), null);
  assertEquals(parseLine(["-h"], SPEC), null);
  assertEquals(parseLine(["-jh"], SPEC), null);
  assertEquals(parseLine(["a", "b", "c", "--help"], SPEC), null);
  assertEquals(parse(["%3", "--lines", "--help"]).value("lines"), "--help");
  assertEquals(parse(["--", "--help"]).args, ["--help"]);
});

Deno.test("asking for a flag that was not declared is a bug that shows", () => {
  const line = parse(["%3"]);
  assertThrows(() => line.value("typo"), TypeError, "flag --typo was not declared");
  assertThrows(() => line.given("typo"), TypeError);
});

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

Deno.test("whatever is written in whatever way and order is read back as it was meant", () => {
  const random = randomFrom(20_260_101);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const texts = [
    "5",
    "007",
    "",
    "-",
    "--",
    "-x",
    "--json",
    "a=b",
    "=",
    "true",
    "日本",
    "a b",
    "\n",
  ];
  const words = texts.filter((text) => !text.startsWith("-") || text === "-");
  for (let round = 0; round < 2000; round++) {
    const argv: string[] = [];
    const args: string[] = [];
    const keys: string[] = [];
    let lines: string | undefined;
    let json = false;
    for (let part = 0; part < 6; part++) {
      const text = pick(texts);
      const write = pick<() => void>([
        () =>
          argv.push(...pick([["--lines", text], [`--lines=${text}`], ["-l", text], ["-jl", text]])),
        () => argv.push(...pick([["--key", text], [`--key=${text}`], ["-k", text]])),
        () => argv.push(pick(["--json", "-j"])),
        () => args.length < 2 && argv.push(pick(words)),
      ]);
      const before = argv.length;
      write();
      const [first = ""] = argv.slice(before);
      if (argv.length === before) continue;
      if (/^(--lines|-l|-jl)/.test(first)) lines = text;
      else if (/^(--key|-k)/.test(first)) keys.push(text);
      else if (!/^(--json|-j)$/.test(first)) args.push(first);
      json ||= /^(--json|-j|-jl)$/.test(first);
    }
    if (args.length === 0) {
      args.push(pick(words));
      argv.push(...args);
    }
    const line = parse(argv);
    const read = [line.args, line.value("lines"), line.values("key"), line.given("json")];
    assertEquals(read, [args, lines, keys, json], JSON.stringify(argv));
  }
});
