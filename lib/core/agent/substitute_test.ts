import { assertEquals } from "@std/assert";
import { BUILT_IN } from "./providers.ts";
import { substitute } from "./substitute.ts";

const NONE = { model: "", effort: "" };
const command = (provider: string, form: "interactive_command" | "headless_command"): string =>
  BUILT_IN.providers[provider]?.[form] ?? "";

Deno.test("values that are all there replace their placeholders and nothing else", () => {
  assertEquals(
    substitute("x  -m {model}\t--e={effort}  ", { model: "m", effort: "high" }),
    "x  -m m\t--e=high  ",
  );
  assertEquals(substitute("x {model} {model}", { model: "m", effort: "" }), "x m m");
});

Deno.test("a command without placeholders gets flags, each when it has a value", () => {
  assertEquals(substitute("x -y", { model: "m", effort: "e" }), "x -y --model m --effort e");
  assertEquals(substitute("x -y", { model: "m", effort: "" }), "x -y --model m");
  assertEquals(substitute("x -y\n", { model: "", effort: "e" }), "x -y --effort e");
  assertEquals(substitute("x  -y ", NONE), "x  -y ");
});

Deno.test("a command with one placeholder gets no flag for the other", () => {
  assertEquals(substitute("x -m {model}", { model: "m", effort: "e" }), "x -m m");
});

Deno.test("an empty value drops its token, and a flag before it", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["x -m {model}", "x"],
    ["x --model={model}", "x"],
    ["x --yes --model={model}", "x --yes"],
    ["x  -a   -c key={model}  -z", "x -a -z"],
    ["x word {model} y", "x word y"],
    ["{model} x", "x"],
    ["x -m {model} -m {model}", "x"],
    ['x "{model}" y', "x y"],
    ["x -m \\\n  {model} \\\n  -z", "x -z"],
    ["x {effort}:{model} y", "x y"],
  ];
  for (const [from, to] of cases) {
    assertEquals(substitute(from, { model: "", effort: "e" }), to, from);
  }
});

Deno.test("what hangs on a dropped token but belongs to a larger whole stays", () => {
  const cases: readonly (readonly [string, string])[] = [
    [`sh -c 'x -p "$(cat)" -m {model}'`, `sh -c 'x -p "$(cat)"'`],
    [`sh -c '{model} x'`, `sh -c 'x'`],
    [`x -m {model}; y`, `x; y`],
    [`(cd /; x -m {model})`, `(cd /; x)`],
    [`x "$(y -m {model})" z`, `x "$(y)" z`],
    [`x -m {model}'a b'`, `x 'a b'`],
    [`x -m '{model}' y`, `x y`],
    [`x -m {model}|y`, `x|y`],
    [`x "a {model}"{model} y`, `x "a" y`],
    [`x 'a b'"{model}" y`, `x 'a b' y`],
  ];
  for (const [from, to] of cases) assertEquals(substitute(from, NONE), to, from);
});

Deno.test("with nothing given, codex is its bare full-auto form", () => {
  assertEquals(
    substitute(command("codex", "interactive_command"), NONE),
    "codex --dangerously-bypass-approvals-and-sandbox",
  );
  assertEquals(
    substitute(command("codex", "headless_command"), NONE),
    "codex exec --dangerously-bypass-approvals-and-sandbox",
  );
});

Deno.test("with nothing given, the nested headless forms keep their quoting", () => {
  assertEquals(substitute(command("kimi", "headless_command"), NONE), `sh -c 'kimi -p "$(cat)"'`);
  assertEquals(
    substitute(command("agy", "headless_command"), NONE),
    `sh -c 'agy --dangerously-skip-permissions --print-timeout 120m -p "$(cat)"'`,
  );
  assertEquals(
    substitute(command("claude", "interactive_command"), NONE),
    'claude --dangerously-skip-permissions -n "$(basename "$(pwd)")"',
  );
});

Deno.test("one empty value leaves the other in its place", () => {
  assertEquals(
    substitute(command("codex", "interactive_command"), { model: "", effort: "xhigh" }),
    "codex --dangerously-bypass-approvals-and-sandbox -c model_reasoning_effort=xhigh",
  );
});

Deno.test("a value is quoted for the place where it stands", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["x -m {model}", "opus[1m]", "x -m 'opus[1m]'"],
    ["x --m={model}", "a b", "x --m='a b'"],
    ["x -m '{model}'", "a b", "x -m 'a b'"],
    ["x -m '{model}'", "it's", `x -m 'it'\\''s'`],
    ['x -m "{model}"', "a b", 'x -m "a b"'],
    ['x -m "<{model}>"', "$(id)", `x -m "<"'$(id)'">"`],
    ["sh -c 'x {model}'", "plain", "sh -c 'x plain'"],
    ["sh -c 'x {model}'", "a b", `sh -c 'x '\\''a b'\\'''`],
    [`bash -lc "x {model}"`, "a b", `bash -lc "x 'a b'"`],
    ["x {model}", "{effort}", "x '{effort}'"],
    ["x {model}", "$&", "x '$&'"],
  ];
  for (const [from, value, to] of cases) {
    assertEquals(substitute(from, { model: value, effort: "e" }), to, `${from} with ${value}`);
  }
});

Deno.test("a backslash before the brace makes it plain text", () => {
  assertEquals(
    substitute("x \\{model} -m {model}", { model: "m", effort: "" }),
    "x \\{model} -m m",
  );
});
